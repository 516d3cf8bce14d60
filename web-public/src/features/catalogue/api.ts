// The reads of the catalogue.
import { queryOptions } from "@tanstack/react-query";
import { allRows, api, rows, unwrap } from "web-shared/api/client";
import type { CourseType } from "web-shared/api/courses";
import type { components } from "web-shared/api/schema";

export type CourseRating = components["schemas"]["CourseRating"];
export type Review = components["schemas"]["Comment"];

/** All open courses of one type: the page filters and counts them itself, so that a choice answers at once. */
export function coursesQuery(type: CourseType) {
  return queryOptions({
    queryKey: ["courses", { type }],
    queryFn: () =>
      allRows((page) =>
        api.GET("/courses", { params: { query: { type, status: "PUBLISHED", ...page } } }),
      ),
  });
}

/** How many reviews of a course are shown, and their average. */
export function ratingQuery(courseId: number) {
  return queryOptions({
    queryKey: ["comments", "course", courseId, "rating"],
    queryFn: () =>
      unwrap(api.GET("/comments/course/{id}/rating", { params: { path: { id: courseId } } })),
  });
}

export const REVIEWS_AT_ONCE = 4;

/** Some of the reviews that the public sees, the newest first; staff would be shown the hidden ones as well. */
export function reviewsQuery(courseId: number, page: number) {
  return queryOptions({
    queryKey: ["comments", "course", courseId, { page }],
    queryFn: async () =>
      rows(
        await unwrap(
          api.GET("/comments/course/{id}", {
            params: {
              path: { id: courseId },
              query: { active: true, page, size: REVIEWS_AT_ONCE },
            },
          }),
        ),
      ),
  });
}

export function teacherQuery(id: number) {
  return queryOptions({
    queryKey: ["teachers", id],
    queryFn: () => unwrap(api.GET("/teachers/{id}", { params: { path: { id } } })),
  });
}

/** Whether this person may read anything of the course. */
export function followedQuery(userId: number, courseId: number) {
  return queryOptions({
    queryKey: ["subscriptions", userId, "course", courseId],
    queryFn: () =>
      unwrap(api.GET("/subscriptions/check-access", { params: { query: { userId, courseId } } })),
  });
}
