// The reads of the front page, and what it says about the published courses: how many per language and type, which levels,
// what an hour costs.
import { queryOptions } from "@tanstack/react-query";
import { allRows, api, rows, unwrap } from "web-shared/api/client";
import type { Course as PublicCourse } from "web-shared/api/courses";
import type { components } from "web-shared/api/schema";

type Course = Pick<PublicCourse, "languageCode" | "level" | "type" | "pricePerHour">;

export interface Offer {
  /** How many courses of each type: the list behind a door shows one type. */
  online: number;
  inPerson: number;
  /** Those of its courses, in no order. */
  levels: string[];
}

export interface Summary {
  /** By the code of the language. */
  offers: Record<string, Offer | undefined>;
  /** Euros: the cheapest and the dearest hour of those that cost something. */
  hourly: [number, number] | null;
}

/** Summarised before it is cached: a server-rendered page contains the cached data, and the list is long. */
export const summaryQuery = queryOptions({
  queryKey: ["courses", "summary"],
  queryFn: async () =>
    summaryOf(
      await allRows((page) =>
        api.GET("/courses", { params: { query: { status: "PUBLISHED", ...page } } }),
      ),
    ),
});

export type Teacher = components["schemas"]["Teacher"];

export const teachersQuery = queryOptions({
  queryKey: ["teachers"],
  queryFn: async () => rows(await unwrap(api.GET("/teachers"))),
});

export type Comment = components["schemas"]["Comment"];

const MOST_COMMENTS = 12; // more dots than fit under one thumb

/** The newest that the public may see; staff would be shown the hidden ones as well. */
export const commentsQuery = queryOptions({
  queryKey: ["comments", { active: true }],
  queryFn: async () =>
    rows(
      await unwrap(
        api.GET("/comments", { params: { query: { active: true, page: 1, size: MOST_COMMENTS } } }),
      ),
    ),
});

export function summaryOf(courses: Course[]): Summary {
  const offers: Summary["offers"] = {};
  for (const [code, group] of Map.groupBy(courses, ({ languageCode }) => languageCode)) {
    offers[code] = {
      online: group.filter(({ type }) => type === "ONLINE").length,
      inPerson: group.filter(({ type }) => type === "IN_PERSON").length,
      levels: [...new Set(group.map(({ level }) => level).filter(Boolean))],
    };
  }
  return { offers, hourly: ends(courses.map((course) => course.pricePerHour || null)) };
}

/** The smallest and the greatest of the values that are there. */
function ends(values: (number | null | undefined)[]): [number, number] | null {
  const known = values.filter((value) => typeof value === "number");
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null;
}
