// What the list of courses shows: read from the address, applied to the courses. The address is the only state.
import type { Course, CourseType } from "web-shared/api/courses";
import { addDays } from "web-shared/format/format";
import { fold, found, wordsOf } from "web-shared/format/search";
import type { Languages, Taught } from "web-shared/taughtLanguages";

/** What the school has to choose from. */
export interface Choices {
  languages: Languages;
  /** Names of its levels, the easiest first. */
  levels: readonly string[];
}

export const sorts = ["date", "price", "level"] as const;
export type Sort = (typeof sorts)[number];

export interface Filters {
  type: CourseType;
  language: Taught | undefined;
  /** Words of the name, the description, the teacher, the language or the level. */
  search: string;
  /** Names. */
  levels: string[];
  /** Full name. */
  teacher: string | undefined;
  /** Whole euros for the whole course. */
  mostPrice: number | undefined;
  /** Only courses with a place left. */
  places: boolean;
  /** Only courses that begin within thirty days. */
  soon: boolean;
  sort: Sort;
}

/** Nothing narrows the list; its type, its language and its order are left alone. */
export const unnarrowed = {
  search: "",
  levels: [],
  teacher: undefined,
  mostPrice: undefined,
  places: false,
  soon: false,
} satisfies Partial<Filters>;

const SOON = 30; // days

export function readFilters(query: URLSearchParams, { languages, levels }: Choices): Filters {
  // A name may bear a comma itself.
  const asked = query.getAll("level").flatMap((one) => [one, ...one.split(",")].map(fold));
  const price = Number(query.get("price") || Number.NaN);
  return {
    type: query.get("type")?.toUpperCase() === "IN_PERSON" ? "IN_PERSON" : "ONLINE",
    language: languages.of(query.get("language")),
    search: query.get("q")?.trim() ?? "",
    levels: levels.filter((level) => asked.includes(fold(level))),
    teacher: query.get("teacher")?.trim() || undefined,
    mostPrice: Number.isInteger(price) && price >= 0 ? price : undefined,
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
  put("q", filters.search.trim());
  put("level", filters.levels.filter((level) => !level.includes(",")).join(","));
  for (const level of filters.levels) if (level.includes(",")) query.append("level", level);
  put("teacher", filters.teacher);
  put("price", filters.mostPrice?.toString());
  put("places", filters.places && "1");
  put("soon", filters.soon && "1");
  put("sort", filters.sort !== "date" && filters.sort);
  return query;
}

export function filtered(
  courses: Course[],
  filters: Filters,
  today: string,
  { levels }: Pick<Choices, "levels">,
): Course[] {
  const rank = ({ level }: Course) => levels.indexOf(level) + 1 || levels.length + 1;
  const orders: Record<Sort, (a: Course, b: Course) => number> = {
    date: byDate,
    price: (a, b) => a.price - b.price,
    level: (a, b) => rank(a) - rank(b),
  };
  const words = wordsOf(filters.search);
  const { mostPrice } = filters;
  return courses
    .filter(
      (course) =>
        teaches(course, filters.language) &&
        (filters.levels.length === 0 || filters.levels.some((level) => level === course.level)) &&
        (!filters.teacher || fold(course.teacherName ?? "") === fold(filters.teacher)) &&
        (mostPrice === undefined || course.price <= mostPrice) &&
        (!filters.places || course.bookable) &&
        (!filters.soon || startsSoon(course, today)) &&
        (words.length === 0 || found(wordsIn(course), words)),
    )
    .sort((a, b) => orders[filters.sort](a, b) || byDate(a, b));
}

/** How many filters narrow the list, besides type and language. */
export function narrowing(filters: Filters): number {
  const { search, teacher, mostPrice, places, soon } = filters;
  const single = [search !== "", teacher !== undefined, mostPrice !== undefined, places, soon];
  return filters.levels.length + single.filter(Boolean).length;
}

/** The teachers of these courses in a language, or in all of them, by name. */
export function teachersOf(courses: Course[], language: Taught | undefined): string[] {
  const names = courses
    .filter((course) => teaches(course, language))
    .flatMap(({ teacherName }) => teacherName ?? []);
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, "fr"));
}

export const PRICE_STEP = 10; // euros

/** The whole steps of price around all courses; none when one price fits all. */
export function pricesOf(courses: Course[]): { least: number; most: number } | undefined {
  const prices = courses.map(({ price }) => price / PRICE_STEP);
  const least = Math.ceil(Math.min(...prices)) * PRICE_STEP;
  const most = Math.ceil(Math.max(...prices)) * PRICE_STEP;
  return least < most ? { least, most } : undefined;
}

function teaches(course: Course, language: Taught | undefined): boolean {
  return !language || course.languageCode === language.code;
}

function wordsIn({ name, description, teacherName, language, level }: Course): string {
  return [name, description, teacherName, language, level].join(" ");
}

function startsSoon({ startDate }: Course, today: string): boolean {
  return startDate != null && startDate >= today && startDate <= addDays(today, SOON);
}

const text = (a: string | null | undefined, b: string | null | undefined) =>
  (a ?? "9").localeCompare(b ?? "9");
const byDate = (a: Course, b: Course) => text(a.startDate, b.startDate) || a.id - b.id;
