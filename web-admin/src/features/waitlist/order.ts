// Where somebody on the list goes.
import type { Entry } from "./api";

export type Direction = "up" | "down" | "top";

interface Target {
  entry: Entry;
  from: number;
  /** From 1. */
  to: number;
  before: number | null;
}

/** Nothing: the entry does not wait any more, or stands there already. `waiting`: who waits, in order. */
export function targetOf(waiting: Entry[], id: number, direction: Direction): Target | null {
  const at = waiting.findIndex((entry) => entry.id === id);
  const entry = waiting[at];
  const to = { up: at - 1, down: at + 1, top: 0 }[direction];
  if (!entry || to === at || to < 0 || to >= waiting.length) return null;
  const others = waiting.filter((other) => other !== entry);
  return { entry, from: at + 1, to: to + 1, before: others[to]?.id ?? null };
}
