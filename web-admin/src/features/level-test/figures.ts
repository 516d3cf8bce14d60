// What the statistics say of each question, and which question is to be reviewed first.
import type { ItemStatistics, Statistics, TestQuestion } from "./api";

/** A question with its figures; without answers these are zeros. */
export interface Figures extends Omit<ItemStatistics, "questionId"> {
  question: TestQuestion;
}

const NO_ANSWERS = { asked: 0, right: 0, exposure: 0, misleading: false };

export function figuresOf(questions: TestQuestion[], { items }: Statistics): Figures[] {
  const found = new Map(items.map((item) => [item.questionId, item]));
  return questions.map((question) => ({
    ...(found.get(question.id) ?? NO_ANSWERS),
    question,
  }));
}

export function misleadingOf({ items }: Statistics): ReadonlySet<number> {
  return new Set(items.filter(({ misleading }) => misleading).map(({ questionId }) => questionId));
}

/** The level that the answers say, where the editor has set another one. */
export function otherLevel({ question: { level }, fittedLevel }: Figures) {
  return level && fittedLevel && fittedLevel !== level ? fittedLevel : null;
}

/** Right answers, as a whole percent; null before the first answer. */
export function rightShare({ asked, right }: Pick<Figures, "asked" | "right">): number | null {
  return asked > 0 ? Math.round((100 * right) / asked) : null;
}

/** The least first: what misleads, what is of another level, then what is rarely answered right. */
export function reviewRank(figures: Figures): number {
  const group = figures.misleading ? 0 : otherLevel(figures) ? 1 : 2;
  return group + (rightShare(figures) ?? 100) / 101;
}
