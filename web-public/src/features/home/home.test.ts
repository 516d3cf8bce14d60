import { expect, test } from "vitest";
import { summaryOf } from "./api";

test("the front page counts courses and levels per language and finds the ends of the hourly price", () => {
  const summary = summaryOf([
    { languageCode: "it", level: "A2", pricePerHour: 8 },
    { languageCode: "it", level: "A1", pricePerHour: 10 },
    { languageCode: "zh", level: "", pricePerHour: 5.5 },
    { languageCode: "zh", level: "", pricePerHour: 0 },
    { languageCode: "es", level: "", pricePerHour: null },
  ]);
  expect(summary.offers).toEqual({
    it: { courses: 2, levels: ["A1", "A2"] },
    zh: { courses: 2, levels: null },
    es: { courses: 1, levels: null },
  });
  expect(summary.hourly).toEqual([5.5, 10]);
});

test("a school without courses promises nothing", () => {
  expect(summaryOf([])).toEqual({ offers: {}, hourly: null });
});
