import { expect, test } from "vitest";
import { ApiError } from "web-shared/api/problem";
import {
  BLANK_QUESTION,
  draftOf,
  nextGap,
  type QuestionDraft,
  questionErrors,
  type ReadQuestion,
  sheetOf,
  withoutOption,
  writtenOf,
} from "./question";

const written: ReadQuestion[] = [
  { typeCode: "QCM", options: ["ou", "où"], correctAnswer: "où" },
  { typeCode: "TRUE_FALSE", options: [], correctAnswer: "FALSE" },
  { typeCode: "TEXT", options: [], correctAnswer: "siamo|sono" },
  { typeCode: "CLOZE", options: [], correctAnswer: '["suis|étais","là"]' },
  {
    typeCode: "AUDIO",
    options: [],
    correctAnswer: "treno",
    mediaUrl: "/assets/treno.mp3",
    transcript: "Il treno parte.",
  },
  { typeCode: "AUDIO", options: ["7 h", "8 h"], correctAnswer: "7 h", mediaUrl: "/a.mp3" },
];

test.each(written)("what was written of a $typeCode is read and sent as it was", (question) => {
  const text = question.typeCode === "CLOZE" ? "Je {{1}} {{2}}." : "Quoi ?";
  expect(writtenOf(draftOf(question, text))).toEqual({
    mediaUrl: null,
    transcript: null,
    ...question,
  });
});

test("a question is in the short test only where that is said", () => {
  const question: ReadQuestion = { typeCode: "TEXT", options: [], correctAnswer: "sì" };
  expect(BLANK_QUESTION.inFixedTest).toBe(false);
  expect(draftOf(question, "Quoi ?").inFixedTest).toBe(false);
  expect(draftOf({ ...question, inFixedTest: true }, "Quoi ?").inFixedTest).toBe(true);
});

test("another type loses nothing, and sends nothing of the one before", () => {
  const choice: QuestionDraft = { ...BLANK_QUESTION, options: ["a", "b"], right: 1, text: "?" };
  const text: QuestionDraft = { ...choice, typeCode: "TEXT", words: " a \n\n b" };
  expect(writtenOf(text)).toMatchObject({ options: [], correctAnswer: "a|b" });
  expect(writtenOf({ ...text, typeCode: "QCM" }).correctAnswer).toBe("b");
});

test("the right option follows its words, and goes with them", () => {
  const draft: QuestionDraft = { ...BLANK_QUESTION, options: ["a", "b", "c"], right: 1 };
  expect(writtenOf({ ...draft, options: ["a", " bé ", "c"] }).correctAnswer).toBe("bé");
  expect(withoutOption(draft, 0)).toMatchObject({ options: ["b", "c"], right: 0 });
  expect(withoutOption(draft, 2)).toMatchObject({ options: ["a", "b"], right: 1 });
  expect(withoutOption(draft, 1)).toMatchObject({ options: ["a", "c"], right: null });
});

test("gaps are numbered on, and a gap without an answer is sent as one", () => {
  expect(nextGap("")).toBe("{{1}}");
  expect(nextGap("a {{2}} b {{1}}")).toBe("{{3}}");
  const draft: QuestionDraft = { ...BLANK_QUESTION, typeCode: "CLOZE", text: "{{1}} {{2}}" };
  expect(writtenOf(draft).correctAnswer).toBe("");
  expect(writtenOf({ ...draft, gaps: ["a"] }).correctAnswer).toBe('["a",""]');
});

test("the preview has every option once", () => {
  const draft = { ...BLANK_QUESTION, text: "Quoi ?", options: ["a", "", " a", "b"] };
  expect(sheetOf(draft, -1).options).toEqual(["a", "b"]);
});

test("faults of the server stand under the fields of the form", () => {
  const fields = [
    { name: "questionText", code: "required", message: "" },
    { name: "options[1]", code: "duplicate", message: "" },
  ] as const;
  const error = new ApiError({ status: 422, code: "invalid", message: "", fields: [...fields] });
  expect(questionErrors(error)).toEqual({
    text: "Ce champ est requis",
    "options[1]": "Cette valeur figure déjà plus haut.",
  });
  expect(questionErrors(new Error())).toEqual({});
});
