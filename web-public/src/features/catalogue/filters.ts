// What the list of courses shows: read from the address, applied to the courses. The address is the only state.
import type { Course, CourseType } from "web-shared/api/courses";
import { addDays } from "web-shared/format/format";
import { languageOf, type Taught } from "web-shared/theme/language";

export const levels = ["A1", "A2", "B1", "B2", "C1", "C2"] as const;
export type Level = (typeof levels)[number];

export const sorts = ["date", "price", "level"] as const;
export type Sort = (typeof sorts)[number];

export interface Filters {
  type: CourseType;
  language: Taught | undefined;
  levels: Level[];
  /** Only courses with a place left. */
  places: boolean;
  /** Only courses that begin within thirty days. */
  soon: boolean;
  sort: Sort;
}

const SOON = 30; // days

export function readFilters(query: URLSearchParams): Filters {
  const asked = (query.get("level") ?? "").toUpperCase().split(",");
  return {
    type: query.get("type")?.toUpperCase() === "IN_PERSON" ? "IN_PERSON" : "ONLINE",
    language: languageOf(query.get("language")),
    levels: levels.filter((level) => asked.includes(level)),
    places: query.has("places"),
    soon: query.has("soon"),
    sort: sorts.find((sort) => sort === query.get("sort")) ?? "date",
  };
}

/** The address of these filters; what is usual is left out. Other parameters of the address stay. */
export function writeFilters(filters: Filters, before: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(before);
  const put = (name: string, value: string | false | undefined) =>
    value ? query.set(name, value) : query.delete(name);
  put("language", filters.language?.name);
  put("type", filters.type);
  put("level", filters.levels.join(","));
  put("places", filters.places && "1");
  put("soon", filters.soon && "1");
  put("sort", filters.sort !== "date" && filters.sort);
  return query;
}

export function filtered(courses: Course[], filters: Filters, today: string): Course[] {
  return courses
    .filter(
      (course) =>
        (!filters.language || languageOf(course.language)?.key === filters.language.key) &&
        (filters.levels.length === 0 || filters.levels.some((level) => level === course.level)) &&
        (!filters.places || course.bookable) &&
        (!filters.soon || startsSoon(course, today)),
    )
    .sort((a, b) => ORDERS[filters.sort](a, b) || byDate(a, b));
}

/** How many filters narrow the list, besides type and language. */
export function narrowing(filters: Filters): number {
  return filters.levels.length + Number(filters.places) + Number(filters.soon);
}

function startsSoon({ startDate }: Course, today: string): boolean {
  return startDate != null && startDate >= today && startDate <= addDays(today, SOON);
}

const text = (a: string | null | undefined, b: string | null | undefined) =>
  (a ?? "9").localeCompare(b ?? "9");
const byDate = (a: Course, b: Course) => text(a.startDate, b.startDate) || a.id - b.id;

const ORDERS: Record<Sort, (a: Course, b: Course) => number> = {
  date: byDate,
  price: (a, b) => a.price - b.price,
  level: (a, b) => text(a.level, b.level),
};
