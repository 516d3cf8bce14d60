// What a sheet reads out of the words of a question, and when it takes an answer for whole.
import { expect, test } from "vitest";
import {
  gapped,
  isAnswered,
  isWorded,
  languageOfAnswer,
  type SheetQuestion,
  taughtPart,
} from "./question";

function asked(typeCode: SheetQuestion["typeCode"], text: string): SheetQuestion {
  return { id: 1, text, typeCode, options: [], mediaUrl: null, transcript: null };
}

test("a sentence is cut at its gaps, wherever they are", () => {
  expect(gapped("{{1}}天气不好，{{2}}我们没去。")).toEqual([1, "天气不好，", 2, "我们没去。"]);
  expect(gapped("Ieri sera {{1}} andati.")).toEqual(["Ieri sera ", 1, " andati."]);
  expect(gapped("{{2}}{{1}}")).toEqual([2, 1]);
  expect(gapped("Sans trou {1}.")).toEqual(["Sans trou {1}."]);
  expect(gapped("")).toEqual([]);
});

test.each([
  [
    "Complétez la phrase. Ieri {{1}} al cinema.",
    "Complétez la phrase. ",
    "Ieri {{1}} al cinema.",
    "",
  ],
  ["Choisissez\u00a0: Io ___ di Torino.", "Choisissez\u00a0: ", "Io ___ di Torino.", ""],
  ["Marco e Anna? ___ ho incontrati ieri.", "", "Marco e Anna? ___ ho incontrati ieri.", ""],
  ["Wǒ {{1}} Fǎguórén. (Je suis français.)", "", "Wǒ {{1}} Fǎguórén.", " (Je suis français.)"],
  [
    "两___书 (deux livres)\u00a0: lequel\u00a0?",
    "",
    "两___书",
    " (deux livres)\u00a0: lequel\u00a0?",
  ],
  [
    "We {{1}} (go) to Leeds and {{2}} (see) it.",
    "",
    "We {{1}} (go) to Leeds and {{2}} (see) it.",
    "",
  ],
  [
    "Donnez\u00a0: «\u00a0Il fallait qu’il ___ (être) là.\u00a0»",
    "Donnez\u00a0: «\u00a0",
    "Il fallait qu’il ___ (être) là.",
    "\u00a0»",
  ],
  [
    "Que veut dire «\u00a0nǐ hǎo\u00a0»\u00a0?",
    "Que veut dire «\u00a0nǐ hǎo\u00a0»\u00a0?",
    "",
    "",
  ],
  ["填空：Ieri sera {{1}} andati.", "填空：", "Ieri sera {{1}} andati.", ""],
  ["填空：Wǒ {{1}} Fǎguórén.（我是法国人。）", "填空：", "Wǒ {{1}} Fǎguórén.", "（我是法国人。）"],
  ["Give it: “Il fallait qu’il ___ là.”", "Give it: “", "Il fallait qu’il ___ là.", "”"],
])("of « %s » the right part is in the language taught", (text, before, taught, after) => {
  expect(taughtPart(text)).toEqual({ before, taught, after });
});

test("a sentence in the language taught alone has no words of the school", () => {
  expect(isWorded("Marco e Anna? ___ ho incontrati ieri.")).toBe(false);
  expect(isWorded("« Il ___ là. »")).toBe(false);
  expect(isWorded("Complétez la phrase. Ieri {{1}} al cinema.")).toBe(true);
  expect(isWorded("Wǒ {{1}} Fǎguórén. (Je suis français.)")).toBe(true);
  expect(isWorded("Que veut dire « nǐ hǎo » ?")).toBe(true);
});

test("what fills a hole is in the language taught, Chinese characters are Chinese, the rest French", () => {
  expect(languageOfAnswer(asked("QCM", "Io ___ di Torino."), "it", "sono")).toBe("it");
  expect(languageOfAnswer(asked("QCM", "Que veut dire « nǐ hǎo » ?"), "zh", "bonjour")).toBe("fr");
  expect(languageOfAnswer(asked("QCM", "Quelle phrase ?"), "zh", "书被借走了")).toBe("zh");
  expect(languageOfAnswer(asked("TEXT", "Traduisez."), "it", "un caffè")).toBe("it");
  const english = { ...asked("QCM", "Which sentence is correct?"), lang: "en" };
  expect(languageOfAnswer(english, "en", "She likes tea.")).toBe("en");
});

test("an answer is whole when nothing of it is missing", () => {
  const text = asked("TEXT", "Traduisez.");
  expect(isAnswered(text, undefined)).toBe(false);
  expect(isAnswered(text, " \n")).toBe(false);
  expect(isAnswered(text, "vorrei")).toBe(true);
  const two = asked("CLOZE", "{{1}} et {{2}}");
  expect(isAnswered(two, undefined)).toBe(false);
  expect(isAnswered(two, ["a"])).toBe(false);
  expect(isAnswered(two, ["", "b"])).toBe(false);
  expect(isAnswered(two, ["a", " "])).toBe(false);
  expect(isAnswered(two, ["a", "b"])).toBe(true);
  expect(isAnswered(asked("TRUE_FALSE", "Vrai ?"), "FALSE")).toBe(true);
});
