// What a list shows of a question, and which questions it shows.
import { LEVELS, type LevelCode } from "../../ui/question";
import type { TestQuestion } from "./api";

/** A level that hangs on a single answer places nobody. */
export const FEWEST = 2;

export const AT = ["all", ...LEVELS, "none"] as const;
export const WHICH = ["all", "fixed", "adaptive", "misleading"] as const;
export type Which = (typeof WHICH)[number];
/** One level, or the questions without. */
export type At = "all" | "none" | LevelCode;

export function ofLevel<Question extends Pick<TestQuestion, "level">>(
  questions: Question[],
  level: LevelCode | null,
): Question[] {
  return questions.filter((question) => (question.level ?? null) === level);
}

export function atLevel<Question extends Pick<TestQuestion, "level">>(
  questions: Question[],
  at: At,
): Question[] {
  return at === "all" ? questions : ofLevel(questions, at === "none" ? null : at);
}

type Placed = Pick<TestQuestion, "id" | "level" | "inFixedTest">;

/** `misleading`: the ids of those that mislead. */
export function chosenOf<Question extends Placed>(
  questions: Question[],
  which: Which,
  misleading: ReadonlySet<number>,
): Question[] {
  if (which === "all") return questions;
  if (which === "fixed") return questions.filter(({ inFixedTest }) => inFixedTest);
  if (which === "misleading") return questions.filter(({ id }) => misleading.has(id));
  return questions.filter(({ inFixedTest, level }) => level && !inFixedTest);
}

/** No test asks it: the short one has it not, and the adaptive one needs a level. */
export const isNowhere = ({ inFixedTest, level }: Omit<Placed, "id">) => !inFixedTest && !level;
