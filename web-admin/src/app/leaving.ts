// Where a session that ends leads: whoever signs out is done, whoever was signed out comes back to where they were.
let chosen = false;

export function chooseToLeave(): void {
  chosen = true;
}

/** The sign-in, and from there back here. */
export function signInAddress(here = window.location.href): string {
  if (chosen) return "/login";
  const { pathname, search, hash } = new URL(here);
  return `/login?next=${encodeURIComponent(pathname + search + hash)}`;
}
