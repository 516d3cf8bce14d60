// How strong a password looks while it is typed: the rule of core, for the meter only. The server decides.

export type Strength = "weak" | "medium" | "strong";

/** Characters, not bytes. */
export const PASSWORD_MIN = 6;

const KINDS = [/\p{Alphabetic}/u, /\p{N}/u, /[^\p{Alphabetic}\p{N}]/u];

export function passwordLength(password: string): number {
  return [...password.normalize("NFC")].length;
}

export function strengthOf(password: string): Strength {
  if (passwordLength(password) < PASSWORD_MIN) return "weak";
  const kinds = KINDS.filter((kind) => kind.test(password.normalize("NFC"))).length;
  return kinds === 3 ? "strong" : kinds === 2 ? "medium" : "weak";
}
