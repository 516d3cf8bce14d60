// Reviews on their way to the school, under the ids by which it counts each once. kept.ts says what the browser stores.
import { useSyncExternalStore } from "react";
import { api, unwrap } from "web-shared/api/client";
import { keptBoxes, whenPossible } from "web-shared/api/keptBoxes";
import { freshId } from "web-shared/api/key";
import { ApiError, isPassing } from "web-shared/api/problem";
import { subscribe as hearSession } from "web-shared/api/session";
import type { Rating, Review } from "./api";
import { isKept, keyOf, read, write } from "./kept";

const AT_ONCE = 100; // reviews in one call; the school takes 200
const AGAIN = 15_000; // milliseconds until the next attempt

const NOTHING: readonly Review[] = [];
const boxes = keptBoxes<readonly Review[]>({ isKept, read, write });
let account = keyOf();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The reviews that the school has not answered yet; the same list until something changes. */
export function waiting(): readonly Review[] {
  const key = keyOf();
  return key ? boxes.of(key) : NOTHING;
}

export function useWaiting(): readonly Review[] {
  return useSyncExternalStore(boxes.subscribe, waiting, () => NOTHING);
}

/** Keeps a review and sends it. */
export function note(cardId: number, rating: Rating): void {
  const reviewedAt = new Date().toISOString();
  change((before) => [...before, { clientId: freshId(), cardId, rating, reviewedAt }]);
  void send();
}

let running: Promise<void> | null = null;

/** Sends everything that waits, in order; ends when nothing waits or nothing can be sent. */
export function send(): Promise<void> {
  clearTimeout(timer);
  running ??= oneTabAtATime(sendAll).then((well) => {
    running = null;
    if (well && waiting().length > 0) return send(); // it came as the last answer did
  });
  return running;
}

/** Whether everything could be sent. */
async function sendAll(): Promise<boolean> {
  const sender = keyOf();
  change((before) => before); // what another tab wrote meanwhile
  for (let batch = next(); batch.length > 0; batch = next()) {
    try {
      await unwrap(api.POST("/revision/reviews", { body: batch }));
      drop(batch);
    } catch (error) {
      if (keyOf() !== sender) return false;
      const refused = refusedOf(batch, error);
      if (refused.length === 0) {
        if (isPassing(error)) later();
        return false;
      }
      drop(refused);
    }
    if (keyOf() !== sender) return false;
  }
  return true;
}

const next = () => waiting().slice(0, AT_ONCE);

/** Those that the school will never take: too old, for instance. */
function refusedOf(batch: readonly Review[], error: unknown): Review[] {
  const fields = error instanceof ApiError ? (error.problem.fields ?? []) : [];
  return fields.flatMap(({ name }) => batch[Number(/^\[(\d+)\]/.exec(name)?.[1] ?? -1)] ?? []);
}

function drop(gone: readonly Review[]): void {
  const ids = new Set(gone.map(({ clientId }) => clientId));
  change((before) => before.filter(({ clientId }) => !ids.has(clientId)));
}

function later(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void send(), AGAIN);
}

function oneTabAtATime(work: () => Promise<boolean>): Promise<boolean> {
  return "locks" in navigator ? navigator.locks.request("revision", work) : work();
}

/** What waits leaves: now, when the network is back, and before the page is put away. */
export function sendWhenPossible(): () => void {
  return whenPossible(() => {
    if (waiting().length > 0) void send();
  });
}

function change(to: (before: readonly Review[]) => readonly Review[]): void {
  const key = keyOf();
  if (key) boxes.change(key, to);
}

// Nothing of whoever has left is remembered.
hearSession(() => {
  if (keyOf() === account) return;
  account = keyOf();
  clearTimeout(timer);
  boxes.forget();
});
