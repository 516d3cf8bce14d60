// The codes that a phone makes of a secret (RFC 6238): six digits, a new one every 30 seconds.
import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP = 30_000; // milliseconds

/** The code of this step or of the next, which the school takes already; each is good once, and none before it. */
export function totp(secret: string, steps: 0 | 1 = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP) + steps));
  const hash = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const from = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function bytesOf(secret: string): Buffer {
  const letters = [...secret.replace(/\s/g, "")];
  const bits = letters
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
