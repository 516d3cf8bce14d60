import { expect, test } from "vitest";
import { summaryOf } from "./api";

test("the front page counts courses and levels per language and finds the ends of the hourly price", () => {
  const summary = summaryOf([
    { language: "Italien", level: "A2", pricePerHour: 8 },
    { language: "Italien", level: "A1", pricePerHour: 10 },
    { language: "Chinois", level: "", pricePerHour: 5.5 },
    { language: "Chinois", level: "", pricePerHour: 0 },
    { language: "Klingon", level: "C2", pricePerHour: null },
  ]);
  expect(summary.offers).toEqual({
    it: { courses: 2, levels: ["A1", "A2"] },
    zh: { courses: 2, levels: null },
  });
  expect(summary.hourly).toEqual([5.5, 10]);
});

test("a school without courses promises nothing", () => {
  expect(summaryOf([])).toEqual({ offers: {}, hourly: null });
});
