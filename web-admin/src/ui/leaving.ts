// Where a session that ends leads: whoever signs out is done, whoever was signed out comes back to where they were.
let chosen: "/login" | "/" | null = null;

/** The session ends by choice: to the sign-in, or to the front page when there is no account left to sign in with. */
export function chooseToLeave(to: "/login" | "/" = "/login"): void {
  chosen = to;
}

/** Where the choice leads; without one the sign-in, and from there back here. */
export function signInAddress(here = window.location.href): string {
  if (chosen) return chosen;
  const { pathname, search, hash } = new URL(here);
  // The request of a page leaves the hash out; on the first page of a visit the address bar has it.
  const first = window.location.href === here + window.location.hash;
  return `/login?next=${encodeURIComponent(pathname + search + (first ? window.location.hash : hash))}`;
}
