import { expect, test } from "vitest";
import { ApiError } from "web-shared/api/problem";
import { BLANK_QUESTION, isGradable, questionErrors, solutionOf } from "../../ui/question";
import { atLevel, chosenOf, isNowhere, ofLevel } from "./question";

const truth = { TRUE: "Vrai", FALSE: "Faux" };

test.each([
  ["QCM", "a|b", "a|b"],
  ["TRUE_FALSE", "FALSE", "Faux"],
  ["TEXT", "un caffè|il caffè", "un caffè / il caffè"],
  ["CLOZE", '["siamo|sono","mare"]', "siamo / sono · mare"],
  ["CLOZE", "fosse", "fosse"],
] as const)("what is right in %s is read as %s", (typeCode, correctAnswer, shown) => {
  expect(solutionOf({ typeCode, correctAnswer }, truth)).toBe(shown);
});

test("a question without a level stands apart", () => {
  const questions = [{ level: "A1" as const }, { level: null }, {}];
  expect(ofLevel(questions, "A1")).toHaveLength(1);
  expect(ofLevel(questions, null)).toHaveLength(2);
});

test("questions are chosen by the test that asks them, and by their level", () => {
  const questions = [
    { id: 1, level: "A1" as const, inFixedTest: true },
    { id: 2, level: "B1" as const, inFixedTest: false },
    { id: 3, level: null, inFixedTest: false },
    { id: 4, level: null, inFixedTest: true },
  ];
  const ids = (some: typeof questions) => some.map(({ id }) => id);
  const misleading = new Set([2]);
  expect(ids(chosenOf(questions, "all", misleading))).toEqual([1, 2, 3, 4]);
  expect(ids(chosenOf(questions, "fixed", misleading))).toEqual([1, 4]);
  expect(ids(chosenOf(questions, "adaptive", misleading))).toEqual([2]);
  expect(ids(chosenOf(questions, "misleading", misleading))).toEqual([2]);
  expect(ids(questions.filter(isNowhere))).toEqual([3]);
  expect(ids(atLevel(questions, "all"))).toEqual([1, 2, 3, 4]);
  expect(ids(atLevel(questions, "B1"))).toEqual([2]);
  expect(ids(atLevel(questions, "none"))).toEqual([3, 4]);
});

test("an answer is tried out once it is known what is right", () => {
  const choice = { ...BLANK_QUESTION, options: ["a", "b"] };
  expect(isGradable(choice)).toBe(false);
  expect(isGradable({ ...choice, right: 1 })).toBe(true);
  expect(isGradable({ ...choice, options: ["a", "a"], right: 1 })).toBe(false);
  const cloze = { ...BLANK_QUESTION, typeCode: "CLOZE" as const, text: "{{1}} {{2}}" };
  expect(isGradable({ ...cloze, gaps: ["a"] })).toBe(false);
  expect(isGradable({ ...cloze, gaps: ["a", "b"] })).toBe(true);
  expect(isGradable({ ...BLANK_QUESTION, typeCode: "TEXT", words: "\n a" })).toBe(true);
});

test("of several questions each gets its own faults", () => {
  const field = (name: string) => ({ name, code: "required" as const, message: "Requis" });
  const fields = [field("[0].question"), field("[1].options[0]"), field("[10].question")];
  const error = new ApiError({ status: 422, code: "invalid", message: "", fields });
  expect(Object.keys(questionErrors(error, "[0]."))).toEqual(["text"]);
  expect(Object.keys(questionErrors(error, "[1]."))).toEqual(["options[0]"]);
  expect(questionErrors(error, "[2].")).toEqual({});
});
