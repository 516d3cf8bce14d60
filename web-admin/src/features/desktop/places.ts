// Addresses that only the desktop app has.

/** Where one says which school, and signs in. */
export const WELCOME = "/bienvenue";

/** Where two versions of one thing are brought together. */
export function mergeAddress(operation: string): string {
  return `/conflits/${encodeURIComponent(operation)}`;
}
