// Gestures of roll calls while they wait for the network: in this browser, for each account and session, under the ids by
// which the school counts each once. No names are kept, and nothing that was answered.
import { api, unwrap } from "web-shared/api/client";
import { freshId } from "web-shared/api/key";
import { ApiError, NetworkError, needsNetwork } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { currentSession } from "web-shared/api/session";
import type { Gesture, Marking } from "./marks";

type Answer = components["schemas"]["AttendanceAnswer"];

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

const PREFIX = "roll";
const AT_ONCE = 50; // gestures in one call
const PAUSE = 4000; // milliseconds in which a gesture is taken back without the school hearing of it
const AGAIN = 15_000; // milliseconds until the next attempt

const listeners = new Set<() => void>();
const boxes = new Map<string, Outbox>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const hearing = new Map<number, (answer: Answer) => void>();
const EMPTY: Outbox = { waiting: [], failure: null, refused: [] };

function keyOf(session: number): string {
  return `${PREFIX}:${currentSession()?.user.id ?? 0}:${session}`;
}

/** As it stands; the same object until something changes. */
export function outboxOf(session: number): Outbox {
  const key = keyOf(session);
  const box = boxes.get(key);
  if (box) return box;
  const found = { ...EMPTY, waiting: read(key) };
  boxes.set(key, found);
  return found;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps gestures, in order, and sends them after a moment. Answers what was kept. */
export function note(session: number, markings: Marking[]): Gesture[] {
  const markedAt = new Date().toISOString();
  const gestures = markings.map((marking): Gesture => {
    return { manner: "TEACHER", ...marking, clientId: freshId(), markedAt };
  });
  change(session, ({ waiting }) => ({ waiting: [...waiting, ...gestures], failure: null }));
  later(session, PAUSE);
  return gestures;
}

/** Takes back those of these that have not left; answers whether all of them were there. */
export function takeBack(session: number, gestures: readonly Gesture[]): boolean {
  const ids = new Set(gestures.map(({ clientId }) => clientId));
  const before = outboxOf(session).waiting;
  if (sending.has(session) || before.filter((one) => ids.has(one.clientId)).length < ids.size) {
    return false;
  }
  change(session, ({ waiting }) => ({ waiting: waiting.filter((one) => !ids.has(one.clientId)) }));
  return true;
}

export function forgetRefusals(session: number): void {
  change(session, () => ({ refused: [] }));
}

/** Whoever shows the session hears what the school answers. */
export function hear(session: number, listener: (answer: Answer) => void): () => void {
  hearing.set(session, listener);
  return () => hearing.delete(session);
}

const sending = new Map<number, Promise<void>>();

/** Sends everything that waits, in order; ends when nothing waits or nothing can be sent. */
export function send(session: number): Promise<void> {
  clearTimeout(timers.get(session));
  const running = sending.get(session);
  if (running) return running;
  const run = oneTabAtATime(session, () => sendAll(session)).finally(() => sending.delete(session));
  sending.set(session, run);
  return run;
}

async function sendAll(session: number): Promise<void> {
  const account = keyOf(session);
  change(session, () => ({})); // what another tab wrote meanwhile
  for (let batch = next(session); batch.length > 0; batch = next(session)) {
    if (keyOf(session) !== account) return;
    try {
      const answer = await unwrap(
        api.POST("/class-sessions/{id}/attendance", {
          params: { path: { id: session } },
          body: batch,
        }),
      );
      settle(session, batch, answer);
    } catch (error) {
      const wait = isPassing(error);
      change(session, () => ({ failure: wait ? null : error }));
      if (wait) later(session, AGAIN);
      return;
    }
  }
}

const next = (session: number) => outboxOf(session).waiting.slice(0, AT_ONCE);

/** What was answered waits no longer, whatever the answer was. */
function settle(session: number, batch: readonly Gesture[], answer: Answer): void {
  const byId = new Map(batch.map((gesture) => [gesture.clientId, gesture]));
  const refused = answer.results.flatMap(({ clientId, status, code }) => {
    const gesture = byId.get(clientId);
    return status === "REFUSED" && gesture ? [{ gesture, code: code ?? "unexpected" }] : [];
  });
  change(session, (box) => ({
    waiting: box.waiting.filter(({ clientId }) => !byId.has(clientId)),
    refused: [...box.refused, ...refused],
    failure: null,
  }));
  hearing.get(session)?.(answer);
}

/** Another attempt may go better: no network, or a server in trouble. */
function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError || needsNetwork(error)) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}

function later(session: number, milliseconds: number): void {
  clearTimeout(timers.get(session));
  timers.set(
    session,
    setTimeout(() => void send(session), milliseconds),
  );
}

function oneTabAtATime(session: number, work: () => Promise<void>): Promise<void> {
  return "locks" in navigator ? navigator.locks.request(keyOf(session), work) : work();
}

/** The sessions of this account of which something waits. */
export function sessionsWaiting(): number[] {
  const mine = `${PREFIX}:${currentSession()?.user.id ?? 0}:`;
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(mine))
    .map((key) => Number(key.slice(mine.length)));
}

/** What waits leaves: now, when the network is back, and before the page is put away. */
export function sendWhenPossible(): () => void {
  const all = () => {
    for (const session of sessionsWaiting()) void send(session);
  };
  const put = () => document.visibilityState === "hidden" && all();
  all();
  window.addEventListener("online", all);
  document.addEventListener("visibilitychange", put);
  return () => {
    window.removeEventListener("online", all);
    document.removeEventListener("visibilitychange", put);
  };
}

// Another tab wrote or sent something, or the storage was emptied.
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key !== null && !key.startsWith(PREFIX)) return;
  boxes.clear();
  for (const listener of listeners) listener();
});

function change(session: number, to: (box: Outbox) => Partial<Outbox>): void {
  const key = keyOf(session);
  const before = outboxOf(session);
  // Another tab may have written.
  const waiting = unkept.has(key) ? before.waiting : read(key);
  const after = { ...before, waiting, ...to({ ...before, waiting }) };
  boxes.set(key, after);
  write(key, after.waiting);
  for (const listener of listeners) listener();
}

function read(key: string): readonly Gesture[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** What this browser does not keep: the page remembers it as long as it is open, and sends it all the same. */
const unkept = new Set<string>();

function write(key: string, gestures: readonly Gesture[]): void {
  try {
    if (gestures.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(gestures));
    unkept.delete(key);
  } catch {
    unkept.add(key);
  }
}
