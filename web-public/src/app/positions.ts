// How far the pages of this tab were scrolled, for reloads and ways back.

/** Where the positions are kept in the session's storage. */
export const POSITIONS = "scroll-positions";

/** A painted page is where the browser and its reader have scrolled it, not where another visit in this tab ended. */
export function forgetPosition(pathname: string): void {
  const positions = JSON.parse(sessionStorage.getItem(POSITIONS) ?? "{}");
  delete positions[pathname];
  sessionStorage.setItem(POSITIONS, JSON.stringify(positions));
}
