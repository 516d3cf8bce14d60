import { expect, test } from "vitest";
import { conflicts, merge } from "web-shared/merge";
import { type Entry, inOrder } from "./api";
import { fieldOf, formOf, sentOf, textsIn, withoutTranslation, withTexts } from "./form";
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

test("translations stand beside the text, in the order of the languages, and are sent by their places", () => {
  const texts = (word: string) => ({ question: word, answer: `<p>${word}</p>` });
  const translated: Entry = {
    ...entry(1),
    translations: [
      { lang: "zh", ...texts("C") },
      { lang: "en", ...texts("E") },
    ],
  };
  const form = formOf(translated);
  expect(form.translations.map(({ key }) => key)).toEqual(["en", "zh"]);
  expect(textsIn(form, "fr")?.question).toBe("Question 1 ?");
  expect(textsIn(form, "it")).toBeUndefined();
  expect(fieldOf(form, "zh", "answer")).toBe("translations[1].answer");
  expect(fieldOf(form, "fr", "answer")).toBe("answer");

  const more = withTexts(form, "it", texts("I"));
  expect(sentOf(more).translations).toEqual([
    { lang: "en", ...texts("E") },
    { lang: "it", ...texts("I") },
    { lang: "zh", ...texts("C") },
  ]);
  expect(withTexts(form, "fr", texts("F"))).toMatchObject(texts("F"));
  const { translations } = sentOf(withoutTranslation(withoutTranslation(form, "en"), "zh"));
  expect(translations).toEqual([]);
  const { translations: _, ...older } = translated;
  expect(formOf(older as Entry).translations).toEqual([]);
});

test("two who write in different languages do not meet", () => {
  const base = withTexts(formOf(entry(1)), "en", { question: "E", answer: "" });
  const mine = withTexts(base, "en", { question: "Mine", answer: "" });
  const theirs = withTexts(base, "it", { question: "I", answer: "" });
  expect(conflicts(base, mine, theirs)).toEqual([]);
  const both = merge(base, mine, theirs);
  expect(both.translations.map(({ question }) => question)).toEqual(["Mine", "I"]);
  const other = withTexts(base, "en", { question: "Theirs", answer: "" });
  expect(conflicts(base, mine, other)).toEqual(["translations/en/question"]);
});
