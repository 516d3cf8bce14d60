// What somebody wishes to wait for, while it is being filled in.
import type { ParseKeys } from "i18next";
import type { Course } from "web-shared/api/courses";
import { isDay } from "web-shared/format/days";
import { today } from "web-shared/format/format";
import type { NewEntry } from "./api";

export interface Wish {
  firstName: string;
  email: string;
  /** The account of somebody else who will learn; null: the reader. */
  learner: number | null;
  whole: boolean;
  moduleIds: number[];
  /** `yyyy-mm-dd`, or what was typed so far; empty: as soon as possible. */
  start: string;
}

/** A learner starts at least this many days before the end of a course. */
export const LAST_START = 14;

export const nothingYet: Wish = {
  firstName: "",
  email: "",
  learner: null,
  whole: true,
  moduleIds: [],
  start: "",
};

type Problem = Extract<ParseKeys, `errors.${string}`>;

/** What is missing. What is wrong with it, the server says. */
export function problemsOf(wish: Wish, signedIn: boolean): Map<keyof Wish, Problem> {
  const problems = new Map<keyof Wish, Problem>();
  if (!signedIn && wish.firstName.trim() === "") problems.set("firstName", "errors.required");
  if (!wish.whole && wish.moduleIds.length === 0) {
    problems.set("moduleIds", "errors.selection_required");
  }
  if (wish.start !== "" && !isDay(wish.start)) problems.set("start", "errors.invalid_date");
  else if (wish.start !== "" && wish.start < today())
    problems.set("start", "errors.start_date_past");
  if (!signedIn && wish.email.trim() === "") problems.set("email", "errors.required");
  return problems;
}

export function bodyOf(course: Course, wish: Wish, signedIn: boolean): NewEntry {
  const chosen = course.modules.map(({ id }) => id).filter((id) => wish.moduleIds.includes(id));
  return {
    courseId: course.id,
    reservedModuleIds: wish.whole ? [] : chosen,
    ...(wish.start !== "" && { requestedStartDate: wish.start }),
    ...(!signedIn && { firstName: wish.firstName.trim(), email: wish.email.trim() }),
    ...(signedIn && wish.learner !== null && { beneficiaryId: wish.learner }),
  };
}
