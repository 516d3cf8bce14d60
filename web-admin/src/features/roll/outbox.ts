// Gestures of roll calls while they wait for the network, under the ids by which the school counts each once; and what the
// school did not take, until it is read. kept.ts says what the browser stores.
import { api, unwrap } from "web-shared/api/client";
import { keptBoxes, whenPossible } from "web-shared/api/keptBoxes";
import { freshId } from "web-shared/api/key";
import { isPassing } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { EMPTY, isFinal, isKept, keptSessions, keyOf, type Outbox, read, write } from "./kept";
import type { Gesture, Marking } from "./marks";

type Answer = components["schemas"]["AttendanceAnswer"];

const AT_ONCE = 50; // gestures in one call
const PAUSE = 4000; // milliseconds in which a gesture is taken back without the school hearing of it
const AGAIN = 15_000; // milliseconds until the next attempt

const boxes = keptBoxes<Outbox>({ isKept, read: reread, write });
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const hearing = new Map<number, (answer: Answer) => void>();

/** As it stands; the same object until something changes. */
export function outboxOf(session: number): Outbox {
  return boxes.of(keyOf(session));
}

export const { subscribe } = boxes;

/** Keeps gestures, in order, and sends them after a moment. Answers what was kept. */
export function note(
  session: number,
  markings: Marking[],
  manner: Gesture["manner"] = "TEACHER",
): Gesture[] {
  const markedAt = new Date().toISOString();
  const gestures = markings.map((marking): Gesture => {
    return { ...marking, manner, clientId: freshId(), markedAt };
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

/** Its refusals were read. */
export function forgetRefusals(session: number): void {
  change(session, () => ({ refused: [] }));
}

/** What waits is given up: the school never hears of it. */
export function discard(session: number): void {
  clearTimeout(timers.get(session));
  change(session, () => ({ waiting: [], failure: null }));
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
      if (keyOf(session) !== account) return;
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

/** The sessions of this account of which something waits or was refused. */
export function sessionsKept(): number[] {
  const ids = new Set(keptSessions());
  for (const key of boxes.unkept) {
    const id = Number(key.split(":")[1]);
    if (keyOf(id) === key) ids.add(id);
  }
  const left = ({ waiting, refused }: Outbox) => waiting.length + refused.length > 0;
  return [...ids].filter((id) => left(outboxOf(id))).sort((a, b) => a - b);
}

/** Those of which something waits and may be taken; what was refused for good waits for whoever marked it. */
export function sessionsWaiting(): number[] {
  return sessionsKept().filter((id) => {
    const { waiting, failure } = outboxOf(id);
    return waiting.length > 0 && !isFinal(failure);
  });
}

/** How many gestures of this account have not reached the school, and of them those that it refused for good. */
export function countUnsent(): number {
  return sessionsKept().reduce((sum, id) => sum + outboxOf(id).waiting.length, 0);
}

export function countUntaken(): number {
  const untaken = sessionsKept().filter((id) => isFinal(outboxOf(id).failure));
  return untaken.reduce((sum, id) => sum + outboxOf(id).waiting.length, 0);
}

/** What waits leaves: now, when the network is back, and before the page is put away. */
export function sendWhenPossible(): () => void {
  return whenPossible(() => {
    for (const session of sessionsWaiting()) void send(session);
  });
}

function change(session: number, to: (box: Outbox) => Partial<Outbox>): void {
  boxes.change(keyOf(session), (before) => ({ ...before, ...to(before) }));
}

/** A failure that may pass is known to this tab only. */
function reread(key: string, known = EMPTY): Outbox {
  const found = read(key);
  const passing = found.waiting.length > 0 && !isFinal(known.failure) ? known.failure : null;
  return { ...found, failure: found.failure ?? passing };
}
