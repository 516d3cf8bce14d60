import { describe, expect, test } from "vitest";
import { readDay, writeDay } from "./days";

describe("days", () => {
  test.each([
    ["06/10/2025", "2025-10-06"],
    ["6.1.2025", "2025-01-06"],
    ["2025-10-06", "2025-10-06"],
    ["2025/1/6", "2025-01-06"],
    ["29/02/2028", "2028-02-29"],
    ["29/02/2027", null],
    ["31/04/2027", null],
    ["6/10/25", null],
    ["demain", null],
  ])("%s is read as %s", (typed, day) => {
    expect(readDay(typed)).toBe(day);
  });

  test("a day is written as it is typed in each language, anything else stays", () => {
    expect(writeDay("2025-10-06", "fr")).toBe("06/10/2025");
    expect(writeDay("2025-10-06", "zh")).toBe("2025/10/06");
    expect(writeDay("06/1", "fr")).toBe("06/1");
  });
});
