// What a teacher's day is made of, told from their own sessions.
import { dayOf } from "web-shared/format/format";
import type { ClassSession } from "../../ui/classSessions";

export interface Day {
  /** The session that goes on, or else the next one of today; nothing when there is none left. */
  now: ClassSession | null;
  /** How many are planned today. */
  today: number;
  /** When there is none left today: the first that comes. */
  next: ClassSession | null;
  /** What comes after it, the earliest first; also what colleagues give in one's courses. */
  after: ClassSession[];
}

/** Of the sessions that this teacher gives; colleagues' stand only among what comes. */
export function dayOfTeacher(
  sessions: readonly ClassSession[],
  now: number,
  teacher: number | null,
): Day {
  const here = dayOf(new Date(now).toISOString());
  const planned = sessions.filter(({ status }) => status === "PLANNED");
  const own = planned.filter((session) => gives(session, teacher));
  const coming = planned.filter(({ endsAt }) => Date.parse(endsAt) > now);
  const [first = null] = coming.filter((session) => gives(session, teacher));
  const current = first?.date === here || (first && isGoingOn(first, now)) ? first : null;
  return {
    now: current,
    today: own.filter(({ date }) => date === here).length,
    next: current ? null : first,
    after: coming.filter(({ id }) => id !== current?.id),
  };
}

/** Whether the teacher gives it: without a name it is the course's teacher who does. */
function gives({ teacherId, courseTeacherId }: ClassSession, teacher: number | null): boolean {
  return teacher !== null && (teacherId ?? courseTeacherId) === teacher;
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

/** Whom this teacher stands in for by giving the session. */
export function replacedBy(session: ClassSession, teacher: number | null): string | null {
  const { courseTeacherId, courseTeacherName } = session;
  if (!courseTeacherId || courseTeacherId === teacher || !gives(session, teacher)) return null;
  return courseTeacherName ?? null;
}

/** The colleague who gives a session of this teacher's course. */
export function colleagueOf(session: ClassSession, teacher: number | null): string | null {
  return gives(session, teacher) ? null : (session.teacherName ?? null);
}
