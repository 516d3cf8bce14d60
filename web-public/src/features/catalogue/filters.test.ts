import { expect, test } from "vitest";
import type { Course } from "web-shared/api/courses";
import { filtered, readFilters, writeFilters } from "./filters";

const query = (text: string) => new URLSearchParams(text);

function course(part: Partial<Course>): Course {
  return {
    id: 1,
    language: "Italien",
    level: "A1",
    price: 100,
    startDate: "2026-12-01",
    bookable: true,
    ...part,
  } as Course;
}

test("the address names type, language and levels in any spelling", () => {
  const filters = readFilters(query("type=in_person&language=italian&level=a1,C2,X9"));
  expect(filters).toMatchObject({ type: "IN_PERSON", levels: ["A1", "C2"], sort: "date" });
  expect(filters.language?.code).toBe("it");
});

test("an address without anything means all online courses by date", () => {
  expect(readFilters(query(""))).toEqual({
    type: "ONLINE",
    language: undefined,
    levels: [],
    places: false,
    soon: false,
    sort: "date",
  });
});

test("what is written is read again, and other parameters stay", () => {
  const before = query("account=login&level=B1&places=1");
  const filters = { ...readFilters(before), soon: true, sort: "price" as const };
  const after = writeFilters(filters, before);
  expect(readFilters(after)).toEqual(filters);
  expect(after.get("account")).toBe("login");
});

test("filters narrow the list together", () => {
  const today = "2026-11-21";
  const courses = [
    course({ id: 1 }),
    course({ id: 2, level: "B1" }),
    course({ id: 3, bookable: false }),
    course({ id: 4, language: "Anglais" }),
    course({ id: 5, startDate: "2026-12-22" }),
    course({ id: 6, startDate: "2026-11-20" }),
  ];
  const ids = (text: string) =>
    filtered(courses, readFilters(query(text)), today).map((one) => one.id);
  expect(ids("language=Italien&level=A1&places=1&soon=1")).toEqual([1]);
  expect(ids("language=en")).toEqual([4]);
  expect(ids("level=B1,B2")).toEqual([2]);
});

test("sorted by date, price or level", () => {
  const courses = [
    course({ id: 1, startDate: "2026-12-03", price: 10, level: "C1" }),
    course({ id: 2, startDate: "2026-12-02", price: 30, level: "A1" }),
    course({ id: 3, startDate: "2026-12-01", price: 20, level: "B1" }),
  ];
  const ids = (sort: string) =>
    filtered(courses, readFilters(query(`sort=${sort}`)), "2026-11-21").map((one) => one.id);
  expect([ids("date"), ids("price"), ids("level")]).toEqual([
    [3, 2, 1],
    [1, 3, 2],
    [2, 3, 1],
  ]);
});
