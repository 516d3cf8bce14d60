import { expect, test } from "vitest";
import { found, pieces, wordsOf } from "./search";

test("accents and case do not hide a word, and every word must be there", () => {
  const text = "Combien d’élèves y a-t-il par groupe ?";
  expect(found(text, wordsOf("ELEVES groupe"))).toBe(true);
  expect(found(text, wordsOf("élèves module"))).toBe(false);
  expect(found(text, wordsOf("  "))).toBe(true);
});

test("joined letters and typographic apostrophes are found as they are typed", () => {
  expect(found("L’italien du cœur", wordsOf("l’italien coeur"))).toBe(true);
  expect(pieces("un cœur", wordsOf("coe"))).toEqual([
    { text: "un ", hit: false },
    { text: "cœ", hit: true },
    { text: "ur", hit: false },
  ]);
});

test("the words found are cut out of the text as it was written", () => {
  expect(pieces("Élève, élèves", wordsOf("eleve"))).toEqual([
    { text: "Élève", hit: true },
    { text: ", ", hit: false },
    { text: "élève", hit: true },
    { text: "s", hit: false },
  ]);
});

test("letters written in two signs and words that overlap stay whole", () => {
  const written = "e\u0301le\u0300ve";
  expect(pieces(written, wordsOf("elev leve"))).toEqual([{ text: "élève", hit: true }]);
  expect(pieces("你好吗？", wordsOf("好"))).toEqual([
    { text: "你", hit: false },
    { text: "好", hit: true },
    { text: "吗？", hit: false },
  ]);
});

test("without words nothing is cut", () => {
  expect(pieces("Bonjour", [])).toEqual([{ text: "Bonjour", hit: false }]);
});
