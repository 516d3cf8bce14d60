// The days that the figures are of: some weeks until today, the school year, or any two days.
import { isDay } from "web-shared/format/days";
import { addDays } from "web-shared/format/format";

export interface Days {
  from: string;
  to: string;
}

export const PERIODS = ["weeks12", "weeks4", "year", "free"] as const;
export type PeriodName = (typeof PERIODS)[number];

const SEPTEMBER = "-09-01"; // when a school year begins

/** Until today; weeks count the current one. What is typed counts once it is two days in order. */
export function daysOf(period: PeriodName, today: string, typed: Partial<Days> = {}): Days {
  switch (period) {
    case "weeks4":
      return { from: addDays(mondayOf(today), -3 * 7), to: today };
    case "year":
      return { from: schoolYearOf(today), to: today };
    case "free":
      return inOrder(typed) ?? daysOf("weeks12", today);
    default:
      return { from: addDays(mondayOf(today), -11 * 7), to: today };
  }
}

function inOrder({ from = "", to = "" }: Partial<Days>): Days | null {
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function schoolYearOf(day: string): string {
  const year = Number(day.slice(0, 4));
  return day >= `${year}${SEPTEMBER}` ? `${year}${SEPTEMBER}` : `${year - 1}${SEPTEMBER}`;
}
