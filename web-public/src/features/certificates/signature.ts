// Whether a code was signed by one of the school's keys, worked out by the browser itself.
import type { components } from "web-shared/api/schema";
import { bytesOf, type Code } from "./code";

export type Key = components["schemas"]["CertificateKey"];

/** `undecided`: the key came after those known here, or the browser has no Ed25519. */
export async function signatureOf(
  { key, signed, signature }: Code,
  keys: Key[],
): Promise<"true" | "false" | "undecided"> {
  const publicKey = bytesOf(keys.find(({ id }) => id === key)?.publicKey ?? "");
  if (!publicKey?.length) return "undecided";
  try {
    const imported = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    const text = new TextEncoder().encode(signed);
    const fits = await crypto.subtle.verify("Ed25519", imported, signature, text);
    return fits ? "true" : "false";
  } catch {
    return "undecided"; // also on an address without TLS, where browsers have no `crypto.subtle`
  }
}
