import { expect, test } from "vitest";
import { fitted } from "./Logo";

test.each([
  ["wide", [400, 80], [200, 40]],
  ["very wide", [3000, 30], [200, 2]],
  ["very tall", [30, 3000], [1, 40]],
  ["tiny", [16, 16], [16, 16]],
  ["a thread", [3000, 1], [200, 1]],
])("a logo that is %s fits its room and keeps its shape", (_, [width, height], [wide, high]) => {
  const size = { width: width ?? 0, height: height ?? 0 };
  expect(fitted(size, { width: 200, height: 40 })).toEqual({ width: wide, height: high });
});
