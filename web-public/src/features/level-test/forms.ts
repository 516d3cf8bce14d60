// Where the two forms of a test have their addresses, and what the history remembers there.
import type { Taught } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { FORM, type Form } from "./address";

export function formAddress(language: Taught, form: Form): string {
  return `${testAddress(language)}&${FORM}=${form}`;
}

/** At the address of an adaptive test that is over: its result is this browser's last one. */
export const FINISHED = { finished: true };

export function isFinished(state: unknown): boolean {
  return typeof state === "object" && state !== null && "finished" in state;
}
