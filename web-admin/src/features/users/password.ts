// A password to hand over: read out or copied by somebody, so without letters that look alike.
import { strengthOf } from "web-shared/ui/password";

const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789+"; // 32: each is as likely
const GROUPS = 4;
const GROUP = 4;

/** Four groups of four, of letters, digits and signs. */
export function makePassword(): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP));
    const signs = [...bytes].map((byte) => SIGNS[byte % SIGNS.length]).join("");
    const password = signs.replace(/.{4}(?=.)/g, "$&-");
    if (strengthOf(password) === "strong") return password;
  }
}
