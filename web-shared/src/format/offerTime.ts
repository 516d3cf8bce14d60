// The time to answer an offered seat: it runs from 8 h to 22 h in Paris, as core/src/waitlist.rs has it.
import { addDays, dayOf } from "./format";

const START = 8 * 60; // minutes of the day
const END = 22 * 60;

const timeOfDay = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/Paris",
});

/** The time of day of an instant (UTC) in Paris, `hh:mm`. Not for server-rendered pages. */
export function timeOf(instant: string): string {
  return timeOfDay.format(new Date(instant));
}

/** Minutes to answer that are left, the nights not counted. `now`: milliseconds of the epoch. */
export function minutesLeft(until: string, now: number): number {
  const from = new Date(now).toISOString();
  const [first, last] = [dayOf(from), dayOf(until)];
  let left = 0;
  // No clock is changed between 8 h and 22 h: minutes of the day may be subtracted.
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const begin = date === first ? Math.max(START, minuteOf(from)) : START;
    const end = date === last ? Math.min(END, minuteOf(until)) : END;
    left += Math.max(0, end - begin);
  }
  return left;
}

function minuteOf(instant: string): number {
  const [hours = 0, minutes = 0] = timeOf(instant).split(":").map(Number);
  return hours * 60 + minutes;
}
