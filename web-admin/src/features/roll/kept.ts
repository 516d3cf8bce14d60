// What this browser keeps of roll calls, for each account and session: the gestures that wait, and what the school refused
// until it is read. No names are kept.
import { ApiError, type Problem } from "web-shared/api/problem";
import { currentSession } from "web-shared/api/session";
import type { Gesture } from "./marks";

/** A mark that the school did not take, and why. */
export interface Refusal {
  gesture: Gesture;
  code: string;
}

export interface Outbox {
  waiting: readonly Gesture[];
  /** Why the last attempt failed, when it was not for want of a network. */
  failure: unknown;
  refused: readonly Refusal[];
}

interface Answers {
  refused: readonly Refusal[];
  failure: Pick<Problem, "status" | "code" | "message"> | null;
}

export const EMPTY: Outbox = { waiting: [], failure: null, refused: [] };

const WAITING = "roll";
const ANSWERS = "roll-answers";

/** One account's gestures of one session. */
export function keyOf(session: number): string {
  return `${currentSession()?.user.id ?? 0}:${session}`;
}

export function isKept(storageKey: string): boolean {
  return storageKey.startsWith(`${WAITING}:`) || storageKey.startsWith(`${ANSWERS}:`);
}

/** The sessions of this account of which this browser keeps something. */
export function keptSessions(): number[] {
  const user = keyOf(0).slice(0, -1);
  return stored().flatMap((key) => {
    const [, id] = key.split(`:${user}`);
    return isKept(key) && id ? [Number(id)] : [];
  });
}

function stored(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

const MAY_PASS = [401, 403, 408, 429];

/** Another attempt ends the same by itself: the session is cancelled, gone, or no longer this teacher's. */
export function isFinal(failure: unknown): boolean {
  if (!(failure instanceof ApiError) || MAY_PASS.includes(failure.status)) return false;
  return failure.status >= 400 && failure.status < 500;
}

export function read(key: string): Outbox {
  const waiting = parsed<Gesture[]>(`${WAITING}:${key}`);
  const answers = parsed<Answers>(`${ANSWERS}:${key}`);
  const { failure } = answers ?? {};
  return {
    waiting: Array.isArray(waiting) ? waiting : [],
    refused: Array.isArray(answers?.refused) ? answers.refused : [],
    failure: failure ? new ApiError(failure) : null,
  };
}

function parsed<T>(storageKey: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "null");
  } catch {
    return null;
  }
}

/** Fails where the browser keeps nothing more. */
export function write(key: string, { waiting, refused, failure }: Outbox): void {
  put(`${WAITING}:${key}`, waiting.length > 0 && waiting);
  const final = failure instanceof ApiError && isFinal(failure) ? failure.problem : null;
  const kept = final && { status: final.status, code: final.code, message: final.message };
  put(`${ANSWERS}:${key}`, (refused.length > 0 || kept) && { refused, failure: kept });
}

function put(storageKey: string, value: unknown): void {
  if (value) localStorage.setItem(storageKey, JSON.stringify(value));
  else localStorage.removeItem(storageKey);
}
