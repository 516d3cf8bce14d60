// What is marked for each person: gestures made here, and what the school has. The last gesture counts, sent or not.
import type { components } from "web-shared/api/schema";
import { isUnconfirmed, type Roster, type RosterRow } from "../../ui/classSessions";

export type Status = components["schemas"]["AttendanceStatus"];

export const STATUSES = ["PRESENT", "LATE", "EXCUSED", "ABSENT"] as const satisfies Status[];
export const MINUTES = [5, 10, 15, 20, 30];
export const USUALLY_LATE = 10; // minutes, until others are named

/** One press, as the school counts it: by its own id, once. */
export interface Gesture {
  clientId: string;
  subscriptionId: number;
  status: Status;
  minutes?: number | null;
  manner: "TEACHER" | "PAPER";
  reason?: string;
  markedAt: string;
}

export interface State {
  status: Status;
  minutes: number | null;
}

/** What a press does, before it is known when it was made. */
export type Marking = Omit<Gesture, "clientId" | "manner" | "markedAt">;

export function stateOf(row: RosterRow, gestures: readonly Gesture[]): State | null {
  const last = gestures.findLast(({ subscriptionId }) => subscriptionId === row.subscriptionId);
  if (last) return { status: last.status, minutes: last.minutes ?? null };
  if (!row.mark || isUnconfirmed(row)) return null;
  return { status: row.mark.status, minutes: row.mark.minutes ?? null };
}

/** What the next press on a name means: there; pressed again, not there. */
export function pressed(state: State | null): Status {
  return state?.status === "PRESENT" ? "ABSENT" : "PRESENT";
}

export interface Standing {
  /** Of each status, how many. */
  counts: Record<Status, number>;
  /** Nobody has marked them, and they have not scanned. */
  missing: RosterRow[];
  /** They have scanned, and nobody has confirmed it. */
  scans: RosterRow[];
}

export function standingOf(rows: Roster["rows"], gestures: readonly Gesture[]): Standing {
  const counts = { PRESENT: 0, LATE: 0, EXCUSED: 0, ABSENT: 0 };
  const missing: RosterRow[] = [];
  const scans: RosterRow[] = [];
  for (const row of rows) {
    const state = stateOf(row, gestures);
    if (state) counts[state.status] += 1;
    else if (isUnconfirmed(row)) scans.push(row);
    else missing.push(row);
  }
  return { counts, missing, scans };
}

/** Everybody who is not marked and has not scanned is there. */
export function allPresent(rows: Roster["rows"], gestures: readonly Gesture[]): Marking[] {
  return standingOf(rows, gestures).missing.map(({ subscriptionId }) => ({
    subscriptionId,
    status: "PRESENT",
  }));
}
