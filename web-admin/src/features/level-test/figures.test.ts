import { expect, test } from "vitest";
import type { ItemStatistics, TestQuestion } from "./api";
import {
  type Figures,
  figuresOf,
  misleadingOf,
  otherLevel,
  reviewRank,
  rightShare,
} from "./figures";

const question = (id: number, level: TestQuestion["level"] = "B1"): TestQuestion => ({
  ...{ id, version: 1, language: "it", question: `Domanda ${id}`, typeCode: "TEXT" },
  ...{ options: [], orderIndex: id, level },
});

const item = (questionId: number, more: Partial<ItemStatistics> = {}): ItemStatistics => ({
  ...{ questionId, asked: 400, right: 200, exposure: 12, misleading: false },
  ...more,
});

const of = (more: Partial<Figures>, level: TestQuestion["level"] = "B1"): Figures => {
  const { questionId: _, ...figures } = item(1);
  return { ...figures, question: question(1, level), ...more };
};

test("a question that nobody was asked has zeros, and figures of deleted ones are left out", () => {
  const items = [item(2, { asked: 7, right: 3 }), item(9, { misleading: true })];
  const found = { attempts: 3, finished: 1, tooFew: 200, items };
  const rows = figuresOf([question(1), question(2)], found);
  expect(rows.map(({ question, asked, right }) => [question.id, asked, right])).toEqual([
    [1, 0, 0],
    [2, 7, 3],
  ]);
  expect([...misleadingOf(found)]).toEqual([9]);
});

test("another level is one that differs from the one that was set", () => {
  expect(otherLevel(of({ fittedLevel: "B2" }))).toBe("B2");
  expect(otherLevel(of({ fittedLevel: "B1" }))).toBeNull();
  expect(otherLevel(of({}))).toBeNull();
  expect(otherLevel(of({ fittedLevel: "B2" }, null))).toBeNull();
});

test("right answers are a share of those that were asked", () => {
  expect(rightShare({ asked: 3, right: 1 })).toBe(33);
  expect(rightShare({ asked: 0, right: 0 })).toBeNull();
});

test("first comes what misleads, then another level, then what is rarely right", () => {
  const order = [
    of({ misleading: true, right: 390 }),
    of({ fittedLevel: "C1", right: 40 }),
    of({ fittedLevel: "C1", right: 400 }),
    of({ right: 20 }),
    of({ right: 400 }),
    of({ asked: 0, right: 0 }),
  ].map(reviewRank);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});
