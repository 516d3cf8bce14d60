// Until when an offer can be answered: in words, and in the minutes that are left.
import { useEffect, useState } from "react";
import { day, dayOf, today, weekday } from "web-shared/format/format";
import { minutesLeft, timeOf } from "web-shared/format/offerTime";
import { hour } from "web-shared/format/sessions";

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

/** The minutes that are said aloud, once each: an hour, then ten. */
export function announced(minutes: number): 60 | 10 | null {
  if (minutes > 60 || minutes === 0) return null;
  return minutes > 10 ? 60 : 10;
}

interface TimeLeft {
  /** The nights not counted; the last one lasts until the end. */
  minutes: number;
  over: boolean;
}

/** `offset`: milliseconds the server's clock is ahead. */
export function useTimeLeft(until: string, offset: number): TimeLeft {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  const over = now + offset >= Date.parse(until);
  return { minutes: over ? 0 : Math.max(1, minutesLeft(until, now + offset)), over };
}
