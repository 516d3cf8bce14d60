import { expect, test } from "vitest";
import type { Check } from "../../ui/checklist";
import { awaited, minutesLeft, stepsOf } from "./steps";

const ITEMS = [
  ["IDENTITY", "SCHOOL"],
  ["TERMS_PAGE", "SCHOOL"],
  ["TEACHER", "TEACHERS"],
  ["COURSE_WRITTEN", "COURSE"],
  ["COURSE_LESSON", "COURSE"],
  ["MAIL", "MAIL"],
  ["PAYMENT", "PAYMENT"],
  ["COURSE", "OPENING"],
] as const;

const checks = (...done: string[]): Check[] =>
  ITEMS.map(([item, step]) => ({ item, step, done: done.includes(item), where: "SETTINGS" }));

test("the first step that is not done is open, and the opening waits for those before", () => {
  const steps = stepsOf(checks("IDENTITY", "TERMS_PAGE", "TEACHER", "COURSE_WRITTEN"));
  expect(steps.map(({ state }) => state)).toEqual([
    "done",
    "done",
    "current",
    "next",
    "next",
    "waits",
  ]);
  expect(steps[2]).toMatchObject({ name: "COURSE", done: 1 });
  expect(awaited(steps)).toEqual([3, 4, 5]);
  expect(minutesLeft(steps)).toBe(40);
});

test("what breaks after the opening is to be done again", () => {
  const all = ITEMS.map(([item]) => item);
  const steps = stepsOf(checks(...all.filter((item) => item !== "MAIL")));
  expect(
    steps.filter(({ state }) => state !== "done").map(({ name, state }) => [name, state]),
  ).toEqual([["MAIL", "again"]]);
  expect(minutesLeft(stepsOf(checks(...all)))).toBe(0);
});
