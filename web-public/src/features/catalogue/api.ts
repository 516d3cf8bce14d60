// The reads of the catalogue.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { Course, CourseType } from "web-shared/api/courses";

export interface Teacher {
  id: number;
  fullName: string;
  experienceYears: number | null;
  bio: string | null;
  languagesTaught: string[];
}

/** All open courses of one type: the page filters and counts them itself, so that a choice answers at once. */
export function coursesQuery(type: CourseType) {
  return queryOptions({
    queryKey: ["courses", { type }],
    queryFn: (): Promise<Course[]> =>
      unwrap(api.GET("/courses", { params: { query: { type, status: "PUBLISHED" } } })),
  });
}

export function teacherQuery(id: number) {
  return queryOptions({
    queryKey: ["teachers", id],
    queryFn: (): Promise<Teacher> =>
      unwrap(api.GET("/teachers/{id}", { params: { path: { id } } })),
  });
}
