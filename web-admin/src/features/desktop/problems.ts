// What the school or the app found wrong with a change that waits, as a sentence.
import { ApiError, type Problem } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";
import type { LocalProblem } from "../../platform/local";

export function problemText(problem: LocalProblem): string {
  // Kept as it was answered; only its status is known no more.
  return errorText(new ApiError({ message: "", ...problem, status: 0 } as unknown as Problem));
}

/** How many changes wait, when that is why something was refused. */
export function waitingOf(error: unknown): number | null {
  return lossOf(error)?.changes ?? null;
}

/** How many changes and drafts would be lost, when that is why something was refused. */
export function lossOf(error: unknown): { changes: number; drafts: number } | null {
  if (!(error instanceof ApiError) || error.code !== "operations_waiting") return null;
  const { count = 0, drafts = 0 } = error.problem.params ?? {};
  return { changes: Number(count), drafts: Number(drafts) };
}
