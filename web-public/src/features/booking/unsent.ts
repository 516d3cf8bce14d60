// What was typed or ticked in the details and is stored nowhere: a password, and what was agreed to. It stays in the
// memory of this page, so that the way back from the payment finds it again; a reload forgets it.
import type { ConsentKind } from "./consents";
import type { Secret } from "./people";

interface Unsent {
  secret: Secret;
  given: ReadonlySet<ConsentKind>;
  /** The terms that were read when they were accepted. */
  termsVersion: number | null | undefined;
}

const nothing: Unsent = {
  secret: { password: "", passwordConfirmation: "" },
  given: new Set(),
  termsVersion: undefined,
};

let unsent = nothing;

export function readUnsent(): Unsent {
  return unsent;
}

export function keepUnsent(part: Partial<Unsent>): void {
  unsent = { ...unsent, ...part };
}

export function forgetUnsent(): void {
  unsent = nothing;
}
