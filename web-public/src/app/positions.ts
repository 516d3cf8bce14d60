// Scroll positions of the pages of this tab, for reloads and back navigation.

/** Key of the positions in the session storage. */
export const POSITIONS = "scroll-positions";

/** A server-rendered page stays where browser and visitor have scrolled it, not where another visit in this tab ended. */
export function forgetPosition(pathname: string): void {
  const positions = JSON.parse(sessionStorage.getItem(POSITIONS) ?? "{}");
  delete positions[pathname];
  sessionStorage.setItem(POSITIONS, JSON.stringify(positions));
}
