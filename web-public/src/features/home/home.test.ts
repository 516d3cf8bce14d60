import { expect, test } from "vitest";
import { summaryOf } from "./api";

test("the front page counts the courses of each type and the levels per language, and finds the ends of the hourly price", () => {
  const summary = summaryOf([
    { languageCode: "it", type: "ONLINE", level: "A2", pricePerHour: 8 },
    { languageCode: "it", type: "IN_PERSON", level: "A1", pricePerHour: 10 },
    { languageCode: "zh", type: "ONLINE", level: "", pricePerHour: 5.5 },
    { languageCode: "zh", type: "ONLINE", level: "", pricePerHour: 0 },
    { languageCode: "es", type: "IN_PERSON", level: "", pricePerHour: null },
  ]);
  expect(summary.offers).toEqual({
    it: { online: 1, inPerson: 1, levels: ["A2", "A1"] },
    zh: { online: 2, inPerson: 0, levels: [] },
    es: { online: 0, inPerson: 1, levels: [] },
  });
  expect(summary.hourly).toEqual([5.5, 10]);
});

test("a school without courses promises nothing", () => {
  expect(summaryOf([])).toEqual({ offers: {}, hourly: null });
});
