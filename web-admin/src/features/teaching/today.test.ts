// A teacher's day, told from their sessions.
import { expect, test } from "vitest";
import type { ClassSession } from "../../ui/classSessions";
import { classesOf, dayOfTeacher, isJoinable, minutesUntil, replacedBy } from "./today";

const NOW = Date.parse("2026-11-26T16:55:00Z"); // 17 h 55 in Paris

function session(id: number, startsAt: string, more: Partial<ClassSession> = {}): ClassSession {
  const endsAt = new Date(Date.parse(startsAt) + 90 * 60_000).toISOString();
  const date = startsAt.slice(0, 10);
  const course = { courseId: 1, courseName: "Primi passi", languageCode: "it" };
  return { id, startsAt, endsAt, date, status: "PLANNED", ...course, ...more } as ClassSession;
}

const tuesday = session(1, "2026-11-24T17:30:00Z");
const tonight = session(2, "2026-11-26T17:30:00Z");
const saturday = session(3, "2026-11-28T09:00:00Z", { courseId: 2, courseName: "Parlare" });

test("the next session of today is the one, the held ones and those that come stand apart", () => {
  const day = dayOfTeacher([tuesday, tonight, saturday], NOW);
  expect(day.now?.id).toBe(2);
  expect(day.today).toBe(1);
  expect(day.held.map(({ id }) => id)).toEqual([1]);
  expect(day.after.map(({ id }) => id)).toEqual([3]);
  expect(minutesUntil(tonight, NOW)).toBe(35);
});

test("a session that goes on stays until it ends, and then the day has none", () => {
  expect(dayOfTeacher([tonight], Date.parse("2026-11-26T18:59:00Z")).now?.id).toBe(2);
  const after = dayOfTeacher([tonight, saturday], Date.parse("2026-11-26T19:00:00Z"));
  expect(after.now).toBeNull();
  expect(after.held.map(({ id }) => id)).toEqual([2]);
  expect(after.after[0]?.id).toBe(3);
});

test("a cancelled session is neither next nor held", () => {
  const day = dayOfTeacher(
    [
      { ...tuesday, status: "CANCELLED" },
      { ...tonight, status: "CANCELLED" },
    ],
    NOW,
  );
  expect(day).toEqual({ now: null, today: 0, after: [], held: [] });
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

test("somebody else's course is given as a substitute", () => {
  const given = { teacherId: 5, courseTeacherId: 6, courseTeacherName: "Matteo Ferri" };
  expect(replacedBy({ ...tonight, ...given })).toBe("Matteo Ferri");
  expect(replacedBy({ ...tonight, ...given, teacherId: 6 })).toBeNull();
});
