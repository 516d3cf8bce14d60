import { expect, test } from "vitest";
import type { Course } from "web-shared/api/courses";
import { languageRows } from "web-shared/fixtures";
import { languagesOf } from "web-shared/taughtLanguages";
import * as filters from "./filters";
import { narrowing, pricesOf, teachersOf, unnarrowed, writeFilters } from "./filters";

const choices: filters.Choices = {
  languages: languagesOf(languageRows),
  levels: ["A1", "A2", "B1", "Atelier, tous niveaux", "B2", "C1", "C2"],
};
const readFilters = (query: URLSearchParams) => filters.readFilters(query, choices);
const filtered = (courses: Course[], wanted: filters.Filters, today: string) =>
  filters.filtered(courses, wanted, today, choices);

const query = (text: string) => new URLSearchParams(text);

function course(part: Partial<Course>): Course {
  return {
    id: 1,
    languageCode: "it",
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
    ...unnarrowed,
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
    course({ id: 4, languageCode: "en" }),
    course({ id: 5, startDate: "2026-12-22" }),
    course({ id: 6, startDate: "2026-11-20" }),
  ];
  const ids = (text: string) =>
    filtered(courses, readFilters(query(text)), today).map((one) => one.id);
  expect(ids("language=Italien&level=A1&places=1&soon=1")).toEqual([1]);
  expect(ids("language=en")).toEqual([4]);
  expect(ids("level=B1,B2")).toEqual([2]);
});

test("a language and a level that the school added narrow the list, a comma in the name included", () => {
  const courses = [
    course({ id: 1, languageCode: "es", level: "Atelier, tous niveaux" }),
    course({ id: 2, languageCode: "es" }),
    course({ id: 3, level: "Atelier, tous niveaux" }),
  ];
  const wanted = readFilters(query("language=Espagnol&level=A2&level=atelier%2C+tous+niveaux"));
  expect(wanted.levels).toEqual(["A2", "Atelier, tous niveaux"]);
  expect(filtered(courses, wanted, "2026-11-21").map(({ id }) => id)).toEqual([1]);
  expect(readFilters(writeFilters(wanted, query(""))).levels).toEqual(wanted.levels);
  expect(readFilters(query("language=西班牙语")).language?.code).toBe("es");
  expect(readFilters(query("language=klingon")).language).toBeUndefined();
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

test("words, teacher and price are read from the address and written to it", () => {
  const address = "type=ONLINE&q=%C3%A9crire&teacher=Wei+Lin&price=200";
  const filters = readFilters(query(address));
  expect(filters).toMatchObject({ search: "écrire", teacher: "Wei Lin", mostPrice: 200 });
  expect(writeFilters(filters, query("")).toString()).toBe(address);
  expect(narrowing(filters)).toBe(3);
});

test.each(["price=", "price=abc", "price=-1", "price=12.5"])("%s is no price", (address) => {
  expect(readFilters(query(address)).mostPrice).toBeUndefined();
});

test("a price of nothing asks for free courses", () => {
  const courses = [course({ id: 1, price: 0 }), course({ id: 2, price: 10 })];
  const found = filtered(courses, readFilters(query("price=0")), "2026-11-21");
  expect(found.map(({ id }) => id)).toEqual([1]);
});

test("a search finds name, description and teacher, whatever the accents and the order", () => {
  const courses = [
    course({ id: 1, name: "Écrire en chinois", description: "Cent caractères" }),
    course({ id: 2, name: "Parler de soi", teacherName: "Agnès Roumieu" }),
    course({ id: 3, name: "Lire le journal", description: "La presse, à voix haute" }),
  ];
  const ids = (q: string) =>
    filtered(courses, { ...readFilters(query("")), search: q }, "2026-11-21").map(({ id }) => id);
  expect(ids("CARACTERES ecrire")).toEqual([1]);
  expect(ids("agnes")).toEqual([2]);
  expect(ids("à voix")).toEqual([3]);
  expect(ids("")).toEqual([1, 2, 3]);
});

test("a teacher is found by full name, and those of a language are offered", () => {
  const courses = [
    course({ id: 1, teacherName: "Chiara Bellini" }),
    course({ id: 2, teacherName: "Matteo Ferri" }),
    course({ id: 3, teacherName: "Wei Lin", languageCode: "zh" }),
    course({ id: 4, teacherName: "Chiara Bellini" }),
    course({ id: 5, teacherName: null }),
  ];
  const filters = readFilters(query("teacher=chiara bellini"));
  expect(filtered(courses, filters, "2026-11-21").map(({ id }) => id)).toEqual([1, 4]);
  const { language } = readFilters(query("language=it"));
  expect(teachersOf(courses, language)).toEqual(["Chiara Bellini", "Matteo Ferri"]);
  expect(teachersOf(courses, undefined)).toContain("Wei Lin");
});

test("the slider goes from a step that shows the cheapest course to one that shows them all", () => {
  const prices = [155, 240, 252.5].map((price, id) => course({ id, price }));
  expect(pricesOf(prices)).toEqual({ least: 160, most: 260 });
  expect(pricesOf(prices.slice(0, 1))).toBeUndefined();
  expect(pricesOf([])).toBeUndefined();
});
