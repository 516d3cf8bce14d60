// What a rule would do, put in the order in which it is shown: by months, with the reasons for skipped days once.
import type { PreviewDate } from "./api";
import { monthOf } from "./time";

export type Look =
  | "past"
  | "planned"
  | "added"
  | "moved"
  | "removed"
  | "byHand"
  | "cancelled"
  | "skipped"
  | "clash";

export function lookOf({ change, why, skipped, clash }: PreviewDate): Look {
  if (clash) return "clash";
  if (skipped) return "skipped";
  if (why === "PAST") return "past";
  if (why === "CANCELLED") return "cancelled";
  if (why === "BY_HAND") return "byHand";
  if (change === "ADD") return "added";
  if (change === "MOVE") return "moved";
  return change === "REMOVE" ? "removed" : "planned";
}

export interface Skipped {
  reason: "HOLIDAY" | "CLOSURE";
  label: string;
  dates: string[];
}

export interface Month {
  month: string;
  dates: PreviewDate[];
  skipped: Skipped[];
}

export function monthsOf(dates: readonly PreviewDate[]): Month[] {
  const months = new Map<string, Month>();
  for (const date of dates) {
    const month = monthOf(date.date);
    const found = months.get(month) ?? { month, dates: [], skipped: [] };
    months.set(month, found);
    found.dates.push(date);
    if (date.skipped) note(found.skipped, date.date, date.skipped);
  }
  return [...months.values()];
}

function note(
  all: Skipped[],
  date: string,
  { reason, label }: NonNullable<PreviewDate["skipped"]>,
) {
  const same = all.find((one) => one.reason === reason && one.label === label);
  if (same) same.dates.push(date);
  else all.push({ reason, label, dates: [date] });
}

export interface Outcome {
  added: number;
  moved: number;
  removed: number;
  kept: number;
  past: number;
  byHand: number;
  cancelled: number;
  skipped: number;
  clashes: number;
}

export function outcomeOf(dates: readonly PreviewDate[]): Outcome {
  const count = (fits: (date: PreviewDate) => unknown) => dates.filter(fits).length;
  return {
    added: count(({ change }) => change === "ADD"),
    moved: count(({ change }) => change === "MOVE"),
    removed: count(({ change }) => change === "REMOVE"),
    kept: count(({ change }) => change === "KEEP"),
    past: count(({ why }) => why === "PAST"),
    byHand: count(({ why }) => why === "BY_HAND"),
    cancelled: count(({ why }) => why === "CANCELLED"),
    skipped: count(({ skipped }) => skipped),
    clashes: count(({ clash }) => clash),
  };
}
