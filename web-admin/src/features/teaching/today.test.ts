// A teacher's day, told from their sessions.
import { expect, test } from "vitest";
import type { ClassSession } from "../../ui/classSessions";
import {
  classesOf,
  colleagueOf,
  dayOfTeacher,
  isJoinable,
  minutesUntil,
  replacedBy,
} from "./today";

const ME = 5;
const NOW = Date.parse("2026-11-26T16:55:00Z"); // 17 h 55 in Paris

function session(id: number, startsAt: string, more: Partial<ClassSession> = {}): ClassSession {
  const endsAt = new Date(Date.parse(startsAt) + 90 * 60_000).toISOString();
  const date = startsAt.slice(0, 10);
  const course = { courseId: 1, courseName: "Primi passi", languageCode: "it", teacherId: ME };
  return { id, startsAt, endsAt, date, status: "PLANNED", ...course, ...more } as ClassSession;
}

const tuesday = session(1, "2026-11-24T17:30:00Z");
const tonight = session(2, "2026-11-26T17:30:00Z");
const saturday = session(3, "2026-11-28T09:00:00Z", { courseId: 2, courseName: "Parlare" });

test("the next session of today is the one, those that come stand apart", () => {
  const day = dayOfTeacher([tuesday, tonight, saturday], NOW, ME);
  expect(day.now?.id).toBe(2);
  expect(day.next).toBeNull();
  expect(day.today).toBe(1);
  expect(day.after.map(({ id }) => id)).toEqual([3]);
  expect(minutesUntil(tonight, NOW)).toBe(35);
});

test("a session that goes on stays until it ends, and then the day has none", () => {
  expect(dayOfTeacher([tonight], Date.parse("2026-11-26T18:59:00Z"), ME).now?.id).toBe(2);
  const after = dayOfTeacher([tonight, saturday], Date.parse("2026-11-26T19:00:00Z"), ME);
  expect(after.now).toBeNull();
  expect(after.next?.id).toBe(3);
  expect(after.after[0]?.id).toBe(3);
});

test("a cancelled session is not next", () => {
  const day = dayOfTeacher(
    [
      { ...tuesday, status: "CANCELLED" },
      { ...tonight, status: "CANCELLED" },
    ],
    NOW,
    ME,
  );
  expect(day).toEqual({ now: null, today: 0, next: null, after: [] });
});

test("a link opens a quarter of an hour before", () => {
  expect(isJoinable(tonight, Date.parse("2026-11-26T17:14:00Z"))).toBe(false);
  expect(isJoinable(tonight, Date.parse("2026-11-26T17:15:00Z"))).toBe(true);
  expect(isJoinable(tonight, Date.parse("2026-11-26T19:00:00Z"))).toBe(false);
});

test("each course is one class, by its next session, else by its last", () => {
  const old = session(9, "2026-11-20T17:30:00Z", { courseId: 4 });
  const classes = classesOf([old, tuesday, tonight, saturday], NOW);
  expect(classes.map(({ courseId, nearest, comes }) => [courseId, nearest.id, comes])).toEqual([
    [1, 2, true],
    [2, 3, true],
    [4, 9, false],
  ]);
});

const matteos = { courseTeacherId: 6, courseTeacherName: "Matteo Ferri" };

test("somebody else's course is given as a substitute, one's own never", () => {
  const given = { ...tonight, ...matteos };
  expect(replacedBy(given, ME)).toBe("Matteo Ferri");
  expect(colleagueOf(given, ME)).toBeNull();
  expect(replacedBy({ ...given, teacherId: 6 }, 6)).toBeNull();
  expect(replacedBy({ ...given, teacherId: null }, 6)).toBeNull();
});

test("what a colleague gives in one's course bears their name, and is not one's own session", () => {
  const colleague = { ...tonight, ...matteos, teacherName: "Chiara Bianchi" };
  expect(replacedBy(colleague, 6)).toBeNull();
  expect(colleagueOf(colleague, 6)).toBe("Chiara Bianchi");
  const day = dayOfTeacher([colleague, { ...saturday, teacherId: 6 }], NOW, 6);
  expect(day).toMatchObject({ now: null, today: 0, next: { id: 3 } });
  expect(day.after.map(({ id }) => id)).toEqual([2, 3]);
});
