import { expect, test } from "vitest";
import { applyFontSize, fontPercent, storedFontSize } from "./preferences";

test.each([
  [10, 80],
  [30, 90],
  [50, 100],
  [75, 150],
  [100, 200],
])("size %i is %i percent", (size, percent) => expect(fontPercent(size)).toBe(percent));

test.each(["7", "105", "large", ""])("%s is no size: the usual one holds", (stored) => {
  localStorage.setItem("fontSize", stored);
  expect(storedFontSize()).toBe(50);
});

test("a size chosen is kept on the device and shown at once", () => {
  applyFontSize(75);
  expect(storedFontSize()).toBe(75);
  expect(document.documentElement.style.fontSize).toBe("150%");
});
