// A question of a sheet as its reader gets it, and what they give for an answer.

export interface SheetQuestion {
  id: number;
  /** A gap is written `{{1}}`, a blank that options fill `___`. */
  text: string;
  /** The language of its words; none: the school's. */
  lang?: string | null;
  typeCode: "QCM" | "TRUE_FALSE" | "TEXT" | "CLOZE" | "AUDIO";
  options: string[];
  /** The recording. */
  mediaUrl: string | null;
  /** Where this reader hears it, if not at its own address. */
  mediaLink?: string | null | undefined;
  transcript: string | null;
}

/** A list for the gaps of a sentence. */
export type GivenAnswer = string | string[];

/** By the id of the question. */
export type Answers = Record<number, GivenAnswer>;

export interface Verdict {
  outcome: "right" | "nearly" | "wrong";
  correctAnswer?: string;
  explanation?: string | null;
}

const GAP = /\{\{(\d+)\}\}/;

/** The sentence around its gaps: words, and the numbers of gaps. */
export function gapped(sentence: string): (string | number)[] {
  return sentence
    .split(GAP)
    .map((piece, at) => (at % 2 === 1 ? Number(piece) : piece))
    .filter((piece) => piece !== "");
}

export function countGaps(text: string): number {
  return gapped(text).filter((piece) => typeof piece === "number").length;
}

/** Whether nothing of the answer is missing. */
export function isAnswered(question: SheetQuestion, given: GivenAnswer | undefined): boolean {
  if (question.typeCode !== "CLOZE") return typeof given === "string" && given.trim() !== "";
  const filled = [given ?? []].flat().filter((word) => word?.trim());
  return filled.length > 0 && filled.length === countGaps(question.text);
}

const HOLE = /\{\{\d+\}\}|_{2,}/;
const BEFORE = /^(?:.*(?:[.:。]\s|：\s?|[«“]\s?))?/su; // the last end of an instruction, or an opening quote
const AFTER = /(?:\s?[»”]|\s\([^()]*\)\s*(?=$|[:：])|（[^（）]*）\s*(?=$|[:：])).*$/su; // a closing quote, or a translation in brackets

/** The part of a text that is in the language taught, if it has a hole to fill, and the school's words around it. */
export function taughtPart(text: string): { before: string; taught: string; after: string } {
  const hole = text.search(HOLE);
  if (hole < 0) return { before: text, taught: "", after: "" };
  const before = BEFORE.exec(text.slice(0, hole))?.[0] ?? "";
  const rest = text.slice(before.length);
  const after = AFTER.exec(rest)?.[0] ?? "";
  return { before, taught: rest.slice(0, rest.length - after.length), after };
}

/** Whether a question has words of the school, not only a sentence in the language taught. */
export function isWorded(text: string): boolean {
  const { before, taught, after } = taughtPart(text);
  return !taught || /\p{L}/u.test(before + after);
}

const CHINESE = /\p{Script=Han}/u;

/** The language of an option or an answer: what fills a hole, or answers a text in the language taught, is in it too. */
export function languageOfAnswer(
  { text, typeCode, lang }: SheetQuestion,
  language: string,
  answer: string,
): string {
  if (CHINESE.test(answer)) return "zh";
  return HOLE.test(text) || typeCode === "TEXT" || lang === language ? language : "fr";
}
