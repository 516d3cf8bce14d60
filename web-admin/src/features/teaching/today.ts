// What a teacher's day is made of, told from their own sessions.
import { dayOf } from "web-shared/format/format";
import { type ClassSession, isHeld } from "../../ui/classSessions";

export interface Day {
  /** The session that goes on, or else the next one of today; nothing when there is none left. */
  now: ClassSession | null;
  /** How many are planned today. */
  today: number;
  /** What comes after it, the earliest first. */
  after: ClassSession[];
  /** Those that are over: their roll calls may be unfinished. */
  held: ClassSession[];
}

export function dayOfTeacher(sessions: readonly ClassSession[], now: number): Day {
  const here = dayOf(new Date(now).toISOString());
  const planned = sessions.filter(({ status }) => status === "PLANNED");
  const coming = planned.filter(({ endsAt }) => Date.parse(endsAt) > now);
  const [first = null] = coming;
  const current = first?.date === here || (first && isGoingOn(first, now)) ? first : null;
  return {
    now: current,
    today: planned.filter(({ date }) => date === here).length,
    after: coming.filter(({ id }) => id !== current?.id),
    held: planned.filter((session) => isHeld(session, now)),
  };
}

export function isGoingOn({ startsAt, endsAt }: ClassSession, now: number): boolean {
  return Date.parse(startsAt) <= now && now < Date.parse(endsAt);
}

const MINUTE = 60_000; // milliseconds
const JOINABLE = 15; // minutes before the start

/** Whole minutes until it begins. */
export function minutesUntil({ startsAt }: ClassSession, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(startsAt) - now) / MINUTE));
}

/** Whether its link opens: from a quarter of an hour before it begins until it ends. */
export function isJoinable(session: ClassSession, now: number): boolean {
  return minutesUntil(session, now) <= JOINABLE && now < Date.parse(session.endsAt);
}

export interface TaughtClass {
  courseId: number;
  courseName: string;
  languageCode: string;
  /** What comes next, else what was last: its list is the class. */
  nearest: ClassSession;
  /** Whether it is still to come. */
  comes: boolean;
}

/** The classes of these sessions, those that meet soonest first. */
export function classesOf(sessions: readonly ClassSession[], now: number): TaughtClass[] {
  const classes = new Map<number, TaughtClass>();
  for (const session of sessions) {
    if (session.status !== "PLANNED") continue;
    const { courseId, courseName, languageCode } = session;
    const comes = Date.parse(session.endsAt) > now;
    if (classes.get(courseId)?.comes) continue;
    classes.set(courseId, { courseId, courseName, languageCode, nearest: session, comes });
  }
  return [...classes.values()].sort(
    (a, b) =>
      Number(b.comes) - Number(a.comes) ||
      Date.parse(a.nearest.startsAt) - Date.parse(b.nearest.startsAt),
  );
}

/** Whom a session is given in place of; nothing when it is one's own course. */
export function replacedBy({
  teacherId,
  courseTeacherId,
  courseTeacherName,
}: ClassSession): string | null {
  if (!courseTeacherId || !teacherId || courseTeacherId === teacherId) return null;
  return courseTeacherName ?? null;
}
