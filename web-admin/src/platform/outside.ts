// Where a link leads when it is opened outside the app.

/** The address for the system's browser; nothing while a path belongs to no known school. Only addresses that a browser,
 *  a mail or a phone program opens: a link never starts another program. */
export function outsideOf(address: string, school: string | null): string | null {
  try {
    const url = new URL(address, school ?? undefined);
    return /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
