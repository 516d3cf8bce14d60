// A course as the public reads it: the page of a course and the booking of it ask for the same one.
import { queryOptions } from "@tanstack/react-query";
import { slotsLine } from "../format/sessions";
import { api, rows, unwrap } from "./client";
import { ApiError } from "./problem";
import type { components } from "./schema";

export type Course = components["schemas"]["Course"];
export type SessionsSummary = components["schemas"]["SessionsSummary"];
export type CourseType = components["schemas"]["CourseType"];
export type CourseModule = components["schemas"]["Module"];
export type Chapter = components["schemas"]["Chapter"];

export function courseQuery(id: number) {
  return queryOptions({
    queryKey: ["courses", id],
    queryFn: () => unwrap(api.GET("/courses/{id}/details", { params: { path: { id } } })),
  });
}

/** The id of the course that has this address. */
export function addressedQuery(slug: string) {
  return queryOptions({
    queryKey: ["courses", { slug }],
    queryFn: async () => {
      const [course] = rows(await unwrap(api.GET("/courses", { params: { query: { slug } } })));
      if (!course) throw new ApiError({ status: 404, code: "not_found", message: "" });
      return course.id;
    },
  });
}

/** Where a course has its page: the one place that knows. */
export function courseAddress({ slug }: Pick<Course, "slug">): string {
  return `/cours/${slug}`;
}

/** When the class of a course meets, by its sessions: "lun. et jeu., 18 h 30 – 20 h". Without any, null. */
export function timetableOf({ sessionsSummary }: Course, style?: "short" | "long"): string | null {
  return slotsLine(sessionsSummary?.slots ?? [], style);
}

/** The language the school wrote the course's texts in. */
export function textsLanguage({ lang }: Pick<Course, "lang">): string {
  return lang ?? "fr";
}
