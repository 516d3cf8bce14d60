import { expect, test } from "vitest";
import cases from "../../core/cases/font_size.json";
import { applyFontSize, fontPercent, storedFontSize } from "./preferences";

// The table that core is tested with.
test.each(cases)("size $size is $permille thousandths", ({ size, permille }) =>
  expect(fontPercent(size)).toBe(permille / 10),
);

test.each(["7", "105", "large", ""])("%s is no size: the usual one holds", (stored) => {
  localStorage.setItem("fontSize", stored);
  expect(storedFontSize()).toBe(50);
});

test("a size chosen is kept on the device and shown at once", () => {
  applyFontSize(75);
  expect(storedFontSize()).toBe(75);
  expect(document.documentElement.style.fontSize).toBe("150%");
});
