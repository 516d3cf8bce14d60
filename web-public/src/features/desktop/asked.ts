// What the desktop app asks for in the address of the page, and where the answer goes: to the app or to a port of this
// computer, never over the net. The server checks the same again before it gives a code (core/cases/desktop_address.json).

/** A request that can be answered. */
export interface Asked {
  codeChallenge: string;
  redirectUri: string;
  state: string;
}

const APP = "preau://auth";
const HERE = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):(\d{1,5})\/[^#\\<>"\s]*$/;
const PRINTABLE = /^[\x21-\x7e]{1,500}$/;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export function isAppAddress(address: string): boolean {
  if (address === APP) return true;
  const port = Number(HERE.exec(address)?.[1]);
  return PRINTABLE.test(address) && port > 0 && port <= 65_535;
}

/** Null: the link is not the app's, or incomplete. */
export function askedBy(query: URLSearchParams): Asked | null {
  const codeChallenge = query.get("code_challenge") ?? "";
  const redirectUri = query.get("redirect_uri") ?? "";
  const state = query.get("state") ?? "";
  const method = query.get("code_challenge_method") ?? "S256";
  const sound =
    CHALLENGE.test(codeChallenge) &&
    method === "S256" &&
    isAppAddress(redirectUri) &&
    PRINTABLE.test(state);
  return sound ? { codeChallenge, redirectUri, state } : null;
}

/** Where the app waits, with what it is told. */
export function answerTo(asked: Asked, told: { code: string } | { error: string }): string {
  const address = new URL(asked.redirectUri);
  for (const [name, value] of Object.entries({ ...told, state: asked.state }))
    address.searchParams.set(name, value);
  return address.href;
}
