// Whether a course takes place. While too few learners are enrolled, the school decides on a day that everybody is told.

/** What a course says of its group. */
export interface MinimumSize {
  /** Null: it starts with any number of learners. */
  minimumLearners?: number | null;
  /** `yyyy-mm-dd` */
  decisionDay?: string | null;
  enrolled: number;
  /** The school said that it starts, with however many. */
  startConfirmed: boolean;
}

/** What the start of a course still depends on. */
export interface Threshold {
  /** How many learners are missing. */
  missing: number;
  /** `yyyy-mm-dd` */
  decisionDay: string;
}

export type Start = "confirmed" | Threshold;

/** Null: the course has no minimum, so there is nothing to say. */
export function startOf(course: MinimumSize): Start | null {
  const { minimumLearners, decisionDay, enrolled, startConfirmed } = course;
  if (!minimumLearners || !decisionDay) return null;
  if (startConfirmed || enrolled >= minimumLearners) return "confirmed";
  return { missing: minimumLearners - enrolled, decisionDay };
}
