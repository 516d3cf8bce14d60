// What a list shows of a question.
import type { LevelCode } from "../../ui/question";
import type { TestQuestion } from "./api";

/** A level that hangs on a single answer places nobody. */
export const FEWEST = 2;

export function ofLevel<Question extends Pick<TestQuestion, "level">>(
  questions: Question[],
  level: LevelCode | null,
): Question[] {
  return questions.filter((question) => (question.level ?? null) === level);
}

/** What is right, to be read: alternatives one after the other, each gap in brackets when there are several. */
export function solutionOf(
  { typeCode, correctAnswer }: Pick<TestQuestion, "typeCode" | "correctAnswer">,
  truth: Record<string, string>,
): string {
  const correct = correctAnswer ?? "";
  if (typeCode === "TRUE_FALSE") return truth[correct] ?? correct;
  if (typeCode === "QCM") return correct;
  const gaps = typeCode === "CLOZE" ? gapsOf(correct) : [correct];
  return gaps.map((gap) => gap.split("|").join(" / ")).join(" · ");
}

function gapsOf(correct: string): string[] {
  try {
    const gaps: unknown = JSON.parse(correct);
    return Array.isArray(gaps) ? gaps.map(String) : [correct];
  } catch {
    return [correct]; // a single gap may stand bare
  }
}
