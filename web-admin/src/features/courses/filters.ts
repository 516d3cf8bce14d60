// The list of courses that the reader asked for.
import type { Course } from "web-shared/api/courses";
import { fold } from "web-shared/format/search";

export const TYPES = ["all", "ONLINE", "IN_PERSON"] as const;
export const STATUSES = ["all", "PUBLISHED", "DRAFT", "ARCHIVED"] as const;

export interface Filters {
  search: string;
  type: (typeof TYPES)[number];
  status: (typeof STATUSES)[number];
  /** Code of the taught language, or `all`. */
  language: string;
}

/** The courses that meet every filter; case and accents do not count in the search. */
export function matching(courses: Course[], { search, type, status, language }: Filters): Course[] {
  const words = fold(search.trim());
  return courses.filter(
    (course) =>
      fold(course.name).includes(words) &&
      (type === "all" || course.type === type) &&
      (status === "all" || course.status === status) &&
      (language === "all" || course.languageCode === language),
  );
}

/** The languages that are taught: their codes with their French names, in the order of these. */
export function languagesOf(courses: Course[]): [code: string, name: string][] {
  const names = new Map(courses.map((course) => [course.languageCode, course.language]));
  return [...names].sort(([, one], [, other]) => one.localeCompare(other));
}
