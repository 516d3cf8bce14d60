// The reads of the catalogue.
import { queryOptions } from "@tanstack/react-query";
import { allRows, api, unwrap } from "web-shared/api/client";
import type { CourseType } from "web-shared/api/courses";

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
