import { expect, test } from "vitest";
import { startOf } from "./threshold";

const course = {
  minimumLearners: 4,
  decisionDay: "2026-11-02",
  enrolled: 2,
  startConfirmed: false,
};

test("a course below its minimum says how many are missing and when the school decides", () => {
  expect(startOf(course)).toEqual({ missing: 2, decisionDay: "2026-11-02" });
});

test("it is confirmed once enough are enrolled, or once the school says so", () => {
  expect(startOf({ ...course, enrolled: 4 })).toBe("confirmed");
  expect(startOf({ ...course, enrolled: 5 })).toBe("confirmed");
  expect(startOf({ ...course, startConfirmed: true })).toBe("confirmed");
});

test("without a minimum there is nothing to say", () => {
  expect(startOf({ ...course, minimumLearners: null, decisionDay: null, enrolled: 0 })).toBeNull();
});
