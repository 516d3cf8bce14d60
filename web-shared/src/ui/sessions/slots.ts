// The usual times of a class, by the rule that the server uses for the summary of a course.
import type { PublicSession } from "../../api/classSessions";
import { endOf, type Slot } from "../../format/sessions";
import { isAhead } from "./next";

type Timed = Pick<PublicSession, "date" | "startTime" | "minutes" | "endsAt" | "status">;

const MOST_SLOTS = 3;
/** What happens this many times less often than the most usual time is not told. */
const RARE = 4;

interface Found extends Slot {
  minutes: number;
  /** How often these hours come. */
  count: number;
}

/** The usual times of the sessions to come, at most three: those of the earliest weekday first. */
export function slotsOf(sessions: Timed[], now: number): Slot[] {
  const coming = sessions.filter((one) => one.status === "PLANNED" && isAhead(one, now));
  const times = [...Map.groupBy(coming, (one) => `${one.startTime} ${one.minutes}`).values()];
  const most = Math.max(0, ...times.flatMap((same) => daysOf(same).map(({ count }) => count)));
  return times
    .flatMap((same) => found(same, most))
    .sort((one, other) => other.count - one.count || compare(one, other, BY_HOURS))
    .slice(0, MOST_SLOTS)
    .sort((one, other) => compare(one, other, BY_WEEKDAY))
    .map(({ weekdays, startTime, endTime }) => ({ weekdays, startTime, endTime }));
}

/** The slot of sessions that have the same hours; nothing when all their days are rare. */
function found(same: Timed[], most: number): Found[] {
  const [first] = same;
  const days = daysOf(same).filter(({ count }) => count * RARE >= most);
  if (!first || days.length === 0) return [];
  const { startTime, minutes } = first;
  return [
    {
      weekdays: days.map(({ weekday }) => weekday),
      startTime,
      endTime: endOf(first),
      minutes,
      count: days.reduce((sum, { count }) => sum + count, 0),
    },
  ];
}

/** The days of the week with how often they come, Monday first. */
function daysOf(same: Timed[]): { weekday: number; count: number }[] {
  return [...Map.groupBy(same, ({ date }) => isoWeekday(date))]
    .map(([weekday, all]) => ({ weekday, count: all.length }))
    .sort((one, other) => one.weekday - other.weekday);
}

function isoWeekday(date: string): number {
  return new Date(`${date}T12:00:00Z`).getUTCDay() || 7;
}

const BY_HOURS = ({ startTime, minutes }: Found) => startTime + String(minutes).padStart(4, "0");
const BY_WEEKDAY = ({ weekdays, startTime }: Found) => `${weekdays.join("")} ${startTime}`;

function compare(one: Found, other: Found, key: (slot: Found) => string): number {
  return key(one) < key(other) ? -1 : 1;
}
