// Until when an offer can be answered: in words, and in the minutes that are left.
import { useEffect, useState } from "react";
import { day, dayOf, timeOf, today, weekday } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";

const MINUTE = 60_000; // milliseconds
const TICK = 5000; // milliseconds

/** An instant as a day and a time in Paris: "jeudi 26 novembre 2026", "10 h". */
export function dayAndTime(instant: string): { day: string; time: string } {
  return { day: day(dayOf(instant), "full"), time: hour(timeOf(instant)) };
}

/** The day of the week of an instant in Paris; null: today. An offer ends within a week. */
export function weekdayOf(instant: string): string | null {
  const date = dayOf(instant);
  if (date === today()) return null;
  return weekday(new Date(`${date}T12:00:00Z`).getUTCDay() || 7, "long");
}

/** Minutes left, the one that has begun included; not below 0. `offset`: milliseconds the server's clock is ahead. */
export function minutesLeft(until: string, now: number, offset: number): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now - offset) / MINUTE));
}

/** The minutes that are said aloud, once each: an hour, then ten. */
export function announced(minutes: number): 60 | 10 | null {
  if (minutes > 60 || minutes === 0) return null;
  return minutes > 10 ? 60 : 10;
}

export function useMinutesLeft(until: string, offset: number): number {
  const [left, setLeft] = useState(() => minutesLeft(until, Date.now(), offset));
  useEffect(() => {
    const tick = () => setLeft(minutesLeft(until, Date.now(), offset));
    tick();
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, [until, offset]);
  return left;
}
