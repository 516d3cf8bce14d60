import { expect, test } from "vitest";
import { dotsAround, placeOf, slideOfKey, stepOfDrag } from "./ring";

test("three slides are in view, the others wait, and the last is the neighbour of the first", () => {
  const places = (middle: number, count: number) =>
    Array.from({ length: count }, (_, at) => placeOf(at, middle, count));
  expect(places(1, 5)).toEqual(["before", "on", "after", "away", "away"]);
  expect(places(0, 5)).toEqual(["on", "after", "away", "away", "before"]);
  expect(places(4, 5)).toEqual(["after", "away", "away", "before", "on"]);
  expect(places(2, 3)).toEqual(["after", "before", "on"]);
});

test("arrows go round, Home and End go to the ends, other keys say nothing", () => {
  expect(slideOfKey("ArrowRight", 4, 5)).toBe(0);
  expect(slideOfKey("ArrowLeft", 0, 5)).toBe(4);
  expect(slideOfKey("Home", 3, 5)).toBe(0);
  expect(slideOfKey("End", 3, 5)).toBe(4);
  expect(slideOfKey("Tab", 3, 5)).toBeNull();
});

test("a drag to the left brings the next slide, a slip brings none", () => {
  expect(stepOfDrag(-80)).toBe(1);
  expect(stepOfDrag(80)).toBe(-1);
  expect(stepOfDrag(20)).toBe(0);
});

test("a handful of dots stand around the middle", () => {
  expect(dotsAround(1, 3)).toEqual([0, 1, 2]);
  expect(dotsAround(1, 12)).toEqual([0, 1, 2, 3, 4]);
  expect(dotsAround(6, 12)).toEqual([4, 5, 6, 7, 8]);
  expect(dotsAround(11, 12)).toEqual([7, 8, 9, 10, 11]);
});
