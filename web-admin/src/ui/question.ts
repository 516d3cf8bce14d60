// A question while it is being written. What each type needs is kept beside what the others need, so that trying another
// type loses nothing; only what the chosen one has a use for is sent.
import { ApiError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { fieldText } from "web-shared/i18n/errors";
import { defaultLanguage, type InterfaceLanguage, interfaceLanguages } from "web-shared/i18n/i18n";
import { countGaps, type SheetQuestion } from "web-shared/ui/sheet/question";
import { readable } from "./files";

export type QuestionType = components["schemas"]["QuestionType"];
export type LevelCode = components["schemas"]["LevelCode"];

export const QUESTION_TYPES: QuestionType[] = ["QCM", "TRUE_FALSE", "TEXT", "CLOZE", "AUDIO"];
export const LEVELS: LevelCode[] = ["A1", "A2", "B1", "B2", "C1", "C2"];
export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 10;

export interface QuestionDraft {
  typeCode: QuestionType;
  /** With `{{1}}`, `{{2}}` where words are missing. */
  text: string;
  options: string[];
  /** Which option is right, from 0. */
  right: number | null;
  truth: "TRUE" | "FALSE" | "";
  /** Each line is an answer that is right. */
  words: string;
  /** What is right in each gap; `a|b` for several. */
  gaps: string[];
  /** A recording is answered by choosing, or in words. */
  chosen: boolean;
  mediaUrl: string;
  transcript: string;
  explanation: string;
  level: LevelCode | null;
  /** The short test asks it too; of the level test only. */
  inFixedTest: boolean;
  /** What is asked, in the order of the languages; of the level test only. */
  translations: QuestionTranslation[];
}

export interface QuestionTranslation {
  key: InterfaceLanguage;
  text: string;
}

/** What the API takes of a question, besides its text and where it stands. */
export interface WrittenQuestion {
  typeCode: QuestionType;
  options: string[];
  correctAnswer: string;
  mediaUrl: string | null;
  transcript: string | null;
}

export type ReadQuestion = Pick<WrittenQuestion, "typeCode" | "options"> & {
  correctAnswer?: string | null;
  mediaUrl?: string | null;
  transcript?: string | null;
  explanation?: string | null;
  level?: LevelCode | null;
  inFixedTest?: boolean | null;
  translations?: { lang: InterfaceLanguage; question: string }[];
};

export const BLANK_QUESTION: QuestionDraft = {
  typeCode: "QCM",
  text: "",
  options: ["", ""],
  right: null,
  truth: "",
  words: "",
  gaps: [],
  chosen: true,
  mediaUrl: "",
  transcript: "",
  explanation: "",
  level: null,
  inFixedTest: false,
  translations: [],
};

/** What drafts of an older version of the desktop app lack. */
export const ADDED_FIELDS: readonly (keyof QuestionDraft)[] = ["inFixedTest"];

/** A question that exists, to be written anew. */
export function draftOf(question: ReadQuestion, text: string): QuestionDraft {
  const { typeCode, options, correctAnswer, mediaUrl, transcript, explanation, level } = question;
  const translations = question.translations ?? [];
  const correct = correctAnswer ?? "";
  const right = options.indexOf(correct);
  return {
    ...BLANK_QUESTION,
    typeCode,
    text,
    ...(options.length > 0 && { options, right: right < 0 ? null : right }),
    truth: typeCode === "TRUE_FALSE" ? (correct as QuestionDraft["truth"]) : "",
    words: typeCode === "CLOZE" ? "" : correct.split("|").join("\n"),
    gaps: typeCode === "CLOZE" ? gapsOf(correct) : [],
    chosen: typeCode !== "AUDIO" || options.length > 0,
    mediaUrl: mediaUrl ?? "",
    transcript: transcript ?? "",
    explanation: explanation ?? "",
    level: level ?? null,
    inFixedTest: question.inFixedTest ?? false,
    translations: inOrder(translations.map(({ lang, question: text }) => ({ key: lang, text }))),
  };
}

/** The draft with what is asked in one language, its own or another. */
export function askedIn(
  draft: QuestionDraft,
  language: InterfaceLanguage,
  text: string,
): QuestionDraft {
  if (language === defaultLanguage) return { ...draft, text };
  const others = draft.translations.filter(({ key }) => key !== language);
  return { ...draft, translations: inOrder([...others, { key: language, text }]) };
}

export function withoutTranslation(
  draft: QuestionDraft,
  language: InterfaceLanguage,
): QuestionDraft {
  return { ...draft, translations: draft.translations.filter(({ key }) => key !== language) };
}

function inOrder(translations: QuestionTranslation[]): QuestionTranslation[] {
  return interfaceLanguages.flatMap(
    (language) => translations.find(({ key }) => key === language) ?? [],
  );
}

/** Translations as they are sent. */
export function translationsOf({ translations }: QuestionDraft) {
  return translations.map(({ key, text }) => ({ lang: key, question: text.trim() }));
}

function gapsOf(correct: string): string[] {
  try {
    const gaps: unknown = JSON.parse(correct);
    return Array.isArray(gaps) ? gaps.map(String) : [correct];
  } catch {
    return [correct]; // a single gap may stand bare
  }
}

/** Whether one of several options is the answer. */
export function isChoice({ typeCode, chosen }: QuestionDraft): boolean {
  return typeCode === "QCM" || (typeCode === "AUDIO" && chosen);
}

/** The draft as it is sent. */
export function writtenOf(draft: QuestionDraft): WrittenQuestion {
  const heard = draft.typeCode === "AUDIO";
  return {
    typeCode: draft.typeCode,
    options: isChoice(draft) ? draft.options.map((option) => option.trim()) : [],
    correctAnswer: correctOf(draft),
    mediaUrl: (heard && draft.mediaUrl.trim()) || null,
    transcript: (heard && draft.transcript.trim()) || null,
  };
}

function correctOf(draft: QuestionDraft): string {
  if (isChoice(draft)) return draft.options[draft.right ?? -1]?.trim() ?? "";
  if (draft.typeCode === "TRUE_FALSE") return draft.truth;
  if (draft.typeCode === "CLOZE") {
    const count = countGaps(draft.text);
    const gaps = Array.from({ length: count }, (_, at) => draft.gaps[at]?.trim() ?? "");
    return gaps.every((gap) => gap === "") ? "" : JSON.stringify(gaps);
  }
  return linesOf(draft.words).join("|");
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The draft as its readers will see it. */
export function sheetOf(draft: QuestionDraft, id: number): SheetQuestion {
  const { options, mediaUrl, transcript, typeCode } = writtenOf(draft);
  const shown = [...new Set(options.filter(Boolean))];
  const mediaLink = mediaUrl && readable(mediaUrl);
  return { id, text: draft.text, typeCode, options: shown, mediaUrl, mediaLink, transcript };
}

/** The options without one of them; the right one stays the right one. */
export function withoutOption(draft: QuestionDraft, at: number): QuestionDraft {
  const { options, right } = draft;
  const moved = right === null || right === at ? null : right - (right > at ? 1 : 0);
  return { ...draft, options: options.toSpliced(at, 1), right: moved };
}

/** The next gap, ready to be written into the text. */
export function nextGap(text: string): string {
  const numbers = [...text.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number));
  return `{{${Math.max(0, ...numbers) + 1}}}`;
}

/** What is wrong, by the name of the field: `text`, `options`, `options[0]`, `correctAnswer`, … */
export type QuestionErrors = Partial<Record<string, string>>;

/**
 * The server's faults under the names of this form; its own name for the text is `question` or `questionText`. Of several
 * questions sent together only those `under` one of them: `[2].`.
 */
export function questionErrors(error: unknown, under = ""): QuestionErrors {
  const fields = error instanceof ApiError ? (error.problem.fields ?? []) : [];
  const own = fields.filter(({ name }) => name.startsWith(under));
  return Object.fromEntries(
    own.map((field) => [
      field.name.slice(under.length).replace(/^question(Text)?$/, "text"),
      fieldText(field),
    ]),
  );
}

/** Whether it is known what is right, so that an answer can be tried out. */
export function isGradable(draft: QuestionDraft): boolean {
  const { correctAnswer, options } = writtenOf(draft);
  if (draft.typeCode === "CLOZE") {
    const gaps = Array.from({ length: countGaps(draft.text) }, (_, at) => draft.gaps[at]?.trim());
    return gaps.length > 0 && gaps.every(Boolean);
  }
  const differ = new Set(options).size === options.length && options.every(Boolean);
  return correctAnswer !== "" && (!isChoice(draft) || differ);
}

/** What is right, to be read: alternatives one after the other, each gap in brackets when there are several. */
export function solutionOf(
  {
    typeCode,
    correctAnswer,
  }: {
    typeCode: QuestionType;
    correctAnswer?: string | null;
  },
  truth: Record<string, string>,
): string {
  const correct = correctAnswer ?? "";
  if (typeCode === "TRUE_FALSE") return truth[correct] ?? correct;
  if (typeCode === "QCM") return correct;
  const gaps = typeCode === "CLOZE" ? gapsOf(correct) : [correct];
  return gaps.map((gap) => gap.split("|").join(" / ")).join(" · ");
}
