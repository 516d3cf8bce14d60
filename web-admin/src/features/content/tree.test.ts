import { expect, test } from "vitest";
import type { Course } from "web-shared/api/courses";
import { wordsOf } from "web-shared/format/search";
import type { Chapter, Lesson, Module } from "./kinds";
import { lineAt, lineBeginning, linesOf, type Outline } from "./tree";

const course = (id: number, name: string, modules: Module[]) =>
  ({ id, name, modules }) as unknown as Course;
const module = (id: number, title: string) => ({ id, title }) as Module;
const chapter = (id: number, title: string, lessonCount: number) =>
  ({ id, title, lessonCount }) as Chapter;
const lesson = (id: number, title: string) => ({ id, title }) as Lesson;

const outline: Outline = {
  courses: [
    course(1, "À table", [module(1, "Au café"), module(2, "Au marché")]),
    course(2, "En voyage", [module(3, "À la gare")]),
    course(3, "Vide", []),
  ],
  chapters: new Map([
    [1, [chapter(1, "Commander", 2), chapter(2, "Payer", 0)]],
    [3, [chapter(3, "Le train", 1)]],
  ]),
  lessons: new Map([
    [1, [lesson(1, "La carte"), lesson(2, "Le café")]],
    [3, [lesson(3, "Les horaires")]],
  ]),
};

const seen = (search: string, toggled: Record<string, boolean> = {}) =>
  linesOf(outline, { words: wordsOf(search), toggled: new Map(Object.entries(toggled)) });
const titles = (...args: Parameters<typeof seen>) => seen(...args).map(({ title }) => title);

test("courses are seen first, what they hold when they are unfolded", () => {
  expect(titles("")).toEqual(["À table", "En voyage", "Vide"]);
  const lines = seen("", { "course-1": true, "module-1": true, "module-2": true });
  expect(lines.map(({ title, level }) => `${level} ${title}`)).toEqual([
    "1 À table",
    "2 Au café",
    "3 Commander",
    "3 Payer",
    "2 Au marché",
    "1 En voyage",
    "1 Vide",
  ]);
  const by = new Map(lines.map((line) => [line.title, line]));
  expect(by.get("Commander")).toMatchObject({ open: false, place: 1, siblings: 2 });
  expect(by.get("Payer")?.open).toBeUndefined();
  expect(by.get("Vide")?.open).toBeUndefined();
  expect(by.get("Au marché")).toMatchObject({ open: true, waiting: true });
});

test("a search opens the branches that lead to what it finds, at every level", () => {
  expect(titles("cafe")).toEqual(["À table", "Au café", "Commander", "Le café"]);
  const hits = seen("cafe").filter(({ hit }) => hit);
  expect(hits.map(({ title }) => title)).toEqual(["Au café", "Le café"]);
  expect(titles("horaires")).toEqual(["En voyage", "À la gare", "Le train", "Les horaires"]);
  expect(titles("voyage")).toEqual(["En voyage"]);
  expect(titles("rien de tel")).toEqual([]);
});

test("what was found can be unfolded whole, and folded again", () => {
  expect(titles("voyage", { "course-2": true })).toEqual(["En voyage", "À la gare"]);
  expect(titles("horaires", { "course-2": false })).toEqual(["En voyage"]);
});

test("keys lead to the line above, below, inside and at the ends", () => {
  const lines = seen("", { "course-1": true });
  const to = (from: number, key: string) => lineAt(lines, from, key)?.title;
  expect(to(0, "ArrowDown")).toBe("Au café");
  expect(to(0, "ArrowRight")).toBe("Au café");
  expect(to(2, "ArrowRight")).toBeUndefined();
  expect(to(2, "ArrowLeft")).toBe("À table");
  expect(to(2, "Home")).toBe("À table");
  expect(to(0, "End")).toBe("Vide");
  expect(to(0, "ArrowUp")).toBeUndefined();
  expect(lineBeginning(lines, 1, "a")?.title).toBe("Au marché");
  expect(lineBeginning(lines, 3, "À")?.title).toBe("À table");
  expect(lineBeginning(lines, 0, "z")).toBeUndefined();
});
