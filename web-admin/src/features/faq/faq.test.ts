import { expect, test } from "vitest";
import { type Entry, inOrder } from "./api";
import { formOf, sentOf } from "./form";
import { plainText } from "./plainText";

const entry = (id: number, category = "COURS"): Entry => ({
  id,
  version: 1,
  category,
  question: `Question ${id} ?`,
  answer: "<p>Oui.</p>",
  lang: null,
  orderIndex: id,
  updatedAt: "2026-11-21T10:00:00.000Z",
});

test("a new order of one category leaves the others where they are", () => {
  const entries = [entry(1), entry(2), entry(3), entry(4, "TEST")];
  expect(inOrder(entries, [3, 1, 2]).map(({ id }) => id)).toEqual([3, 1, 2, 4]);
  expect(inOrder(entries, [2, 99, 1]).map(({ id }) => id)).toEqual([2, 1, 3, 4]);
});

test("the school’s own language is sent as nothing", () => {
  expect(formOf(entry(1)).lang).toBe("fr");
  expect(sentOf(formOf(entry(1))).lang).toBeNull();
  expect(sentOf({ ...formOf(entry(1)), lang: "zh" }).lang).toBe("zh");
});

test("rich text reads as plain words", () => {
  expect(plainText("<p>Un <b>mot</b></p><ul><li>deux</li><li>trois</li></ul>")).toBe(
    "Un mot deux trois",
  );
});
