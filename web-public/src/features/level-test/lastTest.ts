// The test taken last, in this browser's storage: its result can be looked at again.
import type { Languages, Taught } from "web-shared/taughtLanguages";
import type { SheetQuestion } from "web-shared/ui/sheet/question";
import type { TestResult } from "./api";

export interface TakenTest {
  language: Taught;
  questions: Pick<SheetQuestion, "id" | "text" | "lang">[];
  result: TestResult;
}

const STORED = "testResult";

export function keepTest({ language, questions, result }: TakenTest): void {
  const asked = questions.map(({ id, text, lang }) => ({ id, text, lang }));
  const taken = { language: language.key, questions: asked, result };
  localStorage.setItem(STORED, JSON.stringify(taken));
}

/** Null without one, or with one of another time that says something else. */
export function lastTest(languages: Languages): TakenTest | null {
  try {
    const taken = JSON.parse(localStorage.getItem(STORED) ?? "null");
    const language = languages.of(taken?.language);
    const { score, total, results, recommendations, nextLevel } = taken.result;
    const whole = [taken.questions, results, recommendations, nextLevel].every(Array.isArray);
    const scored = Number.isInteger(score) && Number.isInteger(total);
    return language && whole && scored ? { ...taken, language } : null;
  } catch {
    return null;
  }
}
