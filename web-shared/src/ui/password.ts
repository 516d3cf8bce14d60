// How strong a password looks while it is typed: the rule of core::password, for the meter only. The server decides.

export type Strength = "weak" | "medium" | "strong";

/** Characters, not bytes. */
export const PASSWORD_MIN = 6;

export function strengthOf(password: string): Strength {
  if ([...password].length < PASSWORD_MIN) return "weak";
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  return kinds === 3 ? "strong" : kinds === 2 ? "medium" : "weak";
}
