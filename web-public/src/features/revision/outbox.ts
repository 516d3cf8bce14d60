// Reviews on their way to the school, under the ids by which it counts each once. kept.ts says what the browser stores.
import { useSyncExternalStore } from "react";
import { api, unwrap } from "web-shared/api/client";
import { freshId } from "web-shared/api/key";
import { ApiError, isPassing } from "web-shared/api/problem";
import { subscribe as hearSession } from "web-shared/api/session";
import type { Rating, Review } from "./api";
import { isKept, keyOf, read, write } from "./kept";

const AT_ONCE = 100; // reviews in one call; the school takes 200
const AGAIN = 15_000; // milliseconds until the next attempt

const NOTHING: readonly Review[] = [];
const listeners = new Set<() => void>();
const boxes = new Map<string, readonly Review[]>();
/** What this browser does not keep: the page remembers it as long as it is open. */
const unkept = new Set<string>();
let account = keyOf();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The reviews that the school has not answered yet; the same list until something changes. */
export function waiting(): readonly Review[] {
  const key = keyOf();
  if (!key) return NOTHING;
  const known = boxes.get(key);
  if (known) return known;
  const found = read(key);
  boxes.set(key, found);
  return found;
}

export function useWaiting(): readonly Review[] {
  return useSyncExternalStore(subscribe, waiting, () => NOTHING);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
  const all = () => {
    if (waiting().length > 0) void send();
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

function change(to: (before: readonly Review[]) => readonly Review[]): void {
  const key = keyOf();
  if (!key) return;
  const after = to(unkept.has(key) ? waiting() : read(key)); // another tab may have written it
  boxes.set(key, after);
  try {
    write(key, after);
    unkept.delete(key);
  } catch {
    unkept.add(key);
  }
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

// Another tab wrote or sent something, or the storage was emptied.
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key !== null && !isKept(key)) return;
  for (const kept of boxes.keys()) if (!unkept.has(kept)) boxes.delete(kept);
  tell();
});

// Nothing of whoever has left is remembered.
hearSession(() => {
  if (keyOf() === account) return;
  account = keyOf();
  boxes.clear();
  unkept.clear();
  clearTimeout(timer);
  tell();
});
