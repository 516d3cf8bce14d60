// What somebody agrees to before their seat is held. Which of it a sale needs is the server's to say; nothing is ticked
// beforehand, and nothing ticked is kept.
import type { components } from "web-shared/api/schema";
import type { Problem } from "./selection";

export type ConsentKind = components["schemas"]["ConsentKind"];

/** As the server names them. */
export type ConsentField =
  | "acceptTerms"
  | "requestEarlyStart"
  | "parentalConsent"
  | "childDataConsent";

/** The box of each, and what is said when it must be ticked and is not. */
export const CONSENTS: Record<ConsentKind, { field: ConsentField; problem?: Problem }> = {
  TERMS: { field: "acceptTerms", problem: "errors.terms_required" },
  EARLY_START: { field: "requestEarlyStart" },
  PARENTAL: { field: "parentalConsent", problem: "errors.parental_consent_required" },
  CHILD_DATA: { field: "childDataConsent", problem: "errors.child_data_consent_required" },
};

/** What this sale needs, and the terms it is under. */
export interface Asked {
  consents: ConsentKind[];
  termsVersion?: number | null;
  /** When the lessons open when nobody asks for an early start. */
  opensWithoutEarlyStart?: string | null;
  /** Nothing of the course would be left then. */
  earlyStartRequired?: boolean;
}

export type Given = ReadonlySet<ConsentKind>;

/** The boxes that are still to be ticked, by the field of each. */
export function consentProblems(
  { consents, earlyStartRequired }: Asked,
  given: Given,
): [ConsentField, Problem][] {
  return consents
    .filter((kind) => !given.has(kind))
    .flatMap((kind) => {
      const { field } = CONSENTS[kind];
      const isLeftOut = kind === "EARLY_START" && earlyStartRequired;
      const problem = isLeftOut ? "errors.early_start_required" : CONSENTS[kind].problem;
      return problem ? [[field, problem] satisfies [ConsentField, Problem]] : [];
    });
}

/** As they are sent: only what was asked for. */
export function sentConsents({ consents, termsVersion }: Asked, given: Given) {
  const agreed = consents.filter((kind) => given.has(kind));
  const fields = Object.fromEntries(agreed.map((kind) => [CONSENTS[kind].field, true]));
  return agreed.includes("TERMS") ? { ...fields, termsVersion } : fields;
}

export function isConsent(path: string): path is ConsentField {
  return Object.values(CONSENTS).some(({ field }) => field === path);
}
