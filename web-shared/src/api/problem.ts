// What can go wrong with a call, as values: an answer that says no (ApiError) or no answer at all (NetworkError).
import type { components } from "./schema";

export type FieldProblem = components["schemas"]["FieldError"];

type Document = components["schemas"]["ProblemDocument"];

/** What the desktop app says in the server's place; the first: it has no copy of what was asked for. */
type DesktopCode =
  | "network_needed"
  | "school_too_new"
  | "operations_waiting"
  | "already_sent"
  | "disk_full"
  | "disk_failing"
  | "keychain_locked"
  | "file_unreadable";

/** The `application/problem+json` body of the server (RFC 9457). `message` is always French. */
export interface Problem extends Omit<Document, "type" | "title" | "code"> {
  /** `unexpected`: an answer that is none of the server's. */
  code: Document["code"] | DesktopCode | "unexpected";
}

export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}`);
    this.name = "ApiError";
    this.problem = problem;
  }

  get status(): number {
    return this.problem.status;
  }

  get code(): Problem["code"] {
    return this.problem.code;
  }

  /** The problem of one field of the form, if it has one. */
  field(name: string): FieldProblem | undefined {
    return this.problem.fields?.find((field) => field.name === name);
  }
}

/** Whether what was asked for is not there, or not for this reader. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 404;
}

/** Whether a call was refused with one of these codes. */
export function hasCode(failure: unknown, ...codes: string[]): boolean {
  return failure instanceof ApiError && codes.includes(failure.code);
}

/** The row as it is now, when a save was refused because somebody else has saved it meanwhile. */
export function currentOf<Row>(failure: unknown): Row | null {
  const stale = failure instanceof ApiError && failure.status === 412;
  return stale ? ((failure.problem.current as Row | undefined) ?? null) : null;
}

/** Whether only the school itself can answer this, and the desktop app cannot ask it now. A browser never hears of it. */
export function needsNetwork(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false;
  return failure.code === "network_needed" || failure.code === "school_too_new";
}

/** The challenge of a sign-in that waits for the second factor; nothing when that is not what was refused. */
export function challengeOf(failure: unknown): string | null {
  if (!(failure instanceof ApiError) || failure.code !== "second_factor_required") return null;
  return String(failure.problem.params?.challenge ?? "");
}

/** The server could not be reached: nothing is known about the outcome. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("network", { cause });
    this.name = "NetworkError";
  }
}

/** Another attempt may go better: no network, or a server in trouble. */
export function isPassing(failure: unknown): boolean {
  if (failure instanceof NetworkError || needsNetwork(failure)) return true;
  return failure instanceof ApiError && (failure.status >= 500 || failure.status === 429);
}

/** The error a failed answer stands for, whatever its body is. */
export function problemOf(body: unknown, response: Response): ApiError {
  const known = typeof body === "object" && body !== null && "code" in body;
  return new ApiError(
    known
      ? { ...(body as Problem), status: response.status }
      : { status: response.status, code: "unexpected", message: "" },
  );
}
