// A course as the public reads it: the page of a course and the booking of it ask for the same one.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./schema";

export type Course = components["schemas"]["Course"];
export type CourseType = components["schemas"]["CourseType"];
export type CourseModule = components["schemas"]["Module"];
export type Chapter = components["schemas"]["Chapter"];

export function courseQuery(id: number) {
  return queryOptions({
    queryKey: ["courses", id],
    queryFn: () => unwrap(api.GET("/courses/{id}/details", { params: { path: { id } } })),
  });
}

/** Where a course has its page: the one place that knows. */
export function courseAddress({ id, type }: Pick<Course, "id" | "type">): string {
  return `/${type === "ONLINE" ? "online" : "offline"}-course-details?id=${id}`;
}

/** The language the school wrote the course's texts in. */
export function textsLanguage({ lang }: Pick<Course, "lang">): string {
  return lang ?? "fr";
}
