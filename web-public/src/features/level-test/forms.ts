// The two forms of a test under the address of its language: one chosen question after another, or the same sheet for all.
import type { Taught } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";

export type Form = "adaptive" | "fixed";

/** The parameter of the address; without it the test begins with what it is. */
export const FORM = "form";

export function formAddress(language: Taught, form: Form): string {
  return `${testAddress(language)}&${FORM}=${form}`;
}

/** What the history remembers of the address of an adaptive test that is over: its result is this browser's last one. */
export const FINISHED = { finished: true };

export function isFinished(state: unknown): boolean {
  return typeof state === "object" && state !== null && "finished" in state;
}
