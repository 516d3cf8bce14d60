// Which session of a class is the next one, how near it is, and whether its online class is open.
import { useEffect, useState } from "react";
import type { OwnSession, PublicSession } from "../../api/classSessions";
import { today } from "../../format/format";
import { endOf, type Nearness, nearness } from "../../format/sessions";

const MINUTE = 60_000; // milliseconds
/** How long before its start an online class can be entered. */
const EARLY = 15 * MINUTE;
/** From when on the minutes are counted. */
const SOON = 60 * MINUTE;
const TICK = 10_000; // milliseconds

type Timed = Pick<PublicSession, "date" | "startTime" | "startsAt" | "endsAt" | "status">;

/** The time by the server's clock, in milliseconds. `offset`: how far it is ahead of this one. */
export function useNow(offset = 0): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now + offset;
}

/** Whether a session is to come or going on. */
export function isAhead({ endsAt }: Pick<Timed, "endsAt">, now: number): boolean {
  return Date.parse(endsAt) > now;
}

/** The planned session that is going on or comes next. */
export function nextOf<Session extends Timed>(sessions: Session[], now: number): Session | null {
  return sessions.find((session) => session.status === "PLANNED" && isAhead(session, now)) ?? null;
}

interface Coverage {
  /** The first day, `yyyy-mm-dd`. */
  from: string;
  /** Empty: the whole course. */
  modules: readonly number[];
}

/** The planned sessions to come that a purchase covers. */
export function coveredOf(
  sessions: readonly PublicSession[],
  { from, modules }: Coverage,
  now: number,
): PublicSession[] {
  return sessions.filter(
    (session) =>
      session.status === "PLANNED" &&
      session.date >= from &&
      isAhead(session, now) &&
      (modules.length === 0 || !session.moduleId || modules.includes(session.moduleId)),
  );
}

/** What would have taken place today before the next one, and was cancelled. */
export function cancelledToday<Session extends Timed>(sessions: Session[], now: number): Session[] {
  const next = nextOf(sessions, now)?.startsAt;
  return sessions.filter(
    (session) =>
      session.status === "CANCELLED" &&
      session.date === today(new Date(now)) &&
      isAhead(session, now) &&
      (!next || session.startsAt < next),
  );
}

interface When {
  when: Nearness | "now" | "soon";
  /** Until it begins, when that is soon. */
  minutes: number;
}

/** How near a session is: going on, minutes away, this evening, today, tomorrow; null: farther. */
export function whenOf(session: Timed, now: number): When | null {
  const starts = Date.parse(session.startsAt);
  if (starts <= now && isAhead(session, now)) return { when: "now", minutes: 0 };
  if (starts > now && starts - now < SOON) {
    return { when: "soon", minutes: Math.ceil((starts - now) / MINUTE) };
  }
  const when = nearness(session);
  return when && { when, minutes: 0 };
}

/** Whether the online class of a session can be entered. */
export function isOpen(
  { startsAt, endsAt, meetingUrl, status }: Pick<OwnSession, keyof Timed | "meetingUrl">,
  now: number,
): boolean {
  const begins = Date.parse(startsAt) - EARLY;
  return Boolean(meetingUrl) && status === "PLANNED" && now >= begins && Date.parse(endsAt) > now;
}

/** When the online class opens, as a time of that day. */
export function opensAt({ startTime }: Pick<Timed, "startTime">): string {
  return endOf({ startTime, minutes: -EARLY / MINUTE });
}

/** Its place among the sessions that take place, from 1. */
export function placeOf<Session extends { id: number; status: string }>(
  sessions: Session[],
  session: Session,
): { place: number; count: number } {
  const planned = sessions.filter(({ status }) => status === "PLANNED");
  return { place: planned.findIndex(({ id }) => id === session.id) + 1, count: planned.length };
}
