import { expect, test } from "vitest";
import type { ModuleFollowing, Stats } from "./api";
import { byCourse, byFilling, changeOf, daysBetween, duration, pointsOf, share } from "./figures";
import { daysOf } from "./period";

test("periods count whole weeks from Monday until today", () => {
  const wednesday = "2026-03-04";
  expect(daysOf("weeks4", wednesday)).toEqual({ from: "2026-02-09", to: wednesday });
  expect(daysOf("weeks12", wednesday)).toEqual({ from: "2025-12-15", to: wednesday });
  expect(daysOf("weeks4", "2026-03-01").from).toBe("2026-02-02"); // a Sunday
});

test("a school year begins in September", () => {
  expect(daysOf("year", "2026-03-04").from).toBe("2025-09-01");
  expect(daysOf("year", "2026-08-31").from).toBe("2025-09-01");
  expect(daysOf("year", "2026-09-01").from).toBe("2026-09-01");
});

test("days that are none, or not in order, ask for the usual weeks", () => {
  const usual = daysOf("weeks12", "2026-03-04");
  const typed = { from: "2026-01-01", to: "2026-01-31" };
  expect(daysOf("free", "2026-03-04", typed)).toEqual(typed);
  expect(daysOf("free", "2026-03-04", { ...typed, to: "jeudi" })).toEqual(usual);
  expect(daysOf("free", "2026-03-04", { from: typed.to, to: typed.from })).toEqual(usual);
});

test("a change is a percentage, unless there is nothing to compare with", () => {
  const percent = (kind: string, by: number) => ({ kind, by, unit: "percent" });
  expect(changeOf(112, 100)).toEqual(percent("up", 12));
  expect(changeOf(95, 100)).toEqual(percent("down", 5));
  expect(changeOf(100, 100)).toEqual(percent("same", 0));
  expect(changeOf(400, 100)).toEqual(percent("up", 300));
  expect(changeOf(120, 5)).toEqual(percent("beyond", 300));
  for (const [now, before] of [
    [3, 0],
    [0, 0],
    [3, -20],
  ] as const) {
    expect(changeOf(now, before)).toEqual(percent("none", 0));
  }
  expect([share(1, 3), share(1, 0)]).toEqual([33, 0]);
});

test("percentages are compared in points", () => {
  const points = (kind: string, by: number) => ({ kind, by, unit: "points" });
  expect(pointsOf(75, 50)).toEqual(points("up", 25));
  expect(pointsOf(0, 50)).toEqual(points("down", 50));
  expect(pointsOf(50, 50)).toEqual(points("same", 0));
  expect([pointsOf(50, null), pointsOf(null, 50)]).toEqual([points("none", 0), points("none", 0)]);
});

test("the fullest course comes first, those without a limit last", () => {
  const course = (id: number, seatsTaken: number, capacity: number | null) =>
    ({ id, name: "", type: "ONLINE", seatsTaken, capacity }) as Stats["courses"][number];
  const all = [course(1, 5, null), course(2, 5, 10), course(3, 8, 8), course(4, 9, null)];
  expect(byFilling(all).map(({ id }) => id)).toEqual([3, 2, 4, 1]);
});

test("modules stand under their course", () => {
  const module = (id: number, courseId: number, opened: number) =>
    ({ id, courseId, courseName: `Cours ${courseId}`, opened }) as ModuleFollowing;
  const courses = byCourse([module(1, 7, 4), module(2, 7, 6), module(3, 8, 1)]);
  expect(courses.map(({ id, learners, modules }) => [id, learners, modules.length])).toEqual([
    [7, 6, 2],
    [8, 1, 1],
  ]);
});

test("time is said in the unit one would use", () => {
  expect(duration(0)).toEqual({ unit: "moment", value: 0 });
  expect(duration(59)).toEqual({ unit: "minutes", value: 59 });
  expect(duration(60)).toEqual({ unit: "hours", value: 1 });
  expect(duration(48 * 60)).toEqual({ unit: "days", value: 2 });
  expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
});
