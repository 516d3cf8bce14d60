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
