// The test taken last, of either form, in this browser's storage: its result can be looked at again.
import type { Languages, Taught } from "web-shared/taughtLanguages";
import type { SheetQuestion } from "web-shared/ui/sheet/question";
import type { TestResult } from "./api";
import type { AttemptResult } from "./useAttempt";

export interface TakenTest {
  form: "fixed";
  language: Taught;
  questions: Pick<SheetQuestion, "id" | "text" | "lang">[];
  result: TestResult;
}

export interface TakenAttempt {
  form: "adaptive";
  language: Taught;
  result: AttemptResult;
  /** The account has it as well. */
  own: boolean;
}

const STORED = "testResult";

export function keepTest({ language, questions, result }: Omit<TakenTest, "form">): void {
  const asked = questions.map(({ id, text, lang }) => ({ id, text, lang }));
  keep({ language: language.key, questions: asked, result });
}

export function keepAttempt({ language, result, own }: Omit<TakenAttempt, "form">): void {
  keep({ form: "adaptive", language: language.key, result, own });
}

function keep(taken: object): void {
  localStorage.setItem(STORED, JSON.stringify(taken));
}

/** Null without one, or with one of another time that says something else. */
export function lastTest(languages: Languages): TakenTest | TakenAttempt | null {
  try {
    const taken = JSON.parse(localStorage.getItem(STORED) ?? "null");
    const language = languages.of(taken?.language);
    if (!language) return null;
    if (taken.form === "adaptive") return isAttempt(taken) ? { ...taken, language } : null;
    return isTest(taken) ? { ...taken, form: "fixed", language } : null; // its form was not always told
  } catch {
    return null;
  }
}

function isTest({ questions, result }: TakenTest): boolean {
  const { score, total, results, recommendations, nextLevel } = result;
  const whole = [questions, results, recommendations, nextLevel].every(Array.isArray);
  return whole && Number.isInteger(score) && Number.isInteger(total);
}

function isAttempt({ result }: TakenAttempt): boolean {
  const { level, percent, answered, courses, nextLevel } = result;
  const whole = [courses, nextLevel].every(Array.isArray) && typeof level === "string";
  return whole && Number.isFinite(percent) && Number.isInteger(answered);
}
