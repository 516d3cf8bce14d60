// What search engines are told of the pages of the catalogue.
import { type Course, courseAddress } from "web-shared/api/courses";
import type { School } from "web-shared/school";
import type { Filters } from "./filters";
import { listAddress } from "./listAddress";
import { structuredCourse, structuredPath } from "./structured";

export function courseHead(course: Course, school: School) {
  return {
    title: course.name,
    description: course.description,
    canonical: courseAddress(course),
    structured: [structuredCourse(course, school), structuredPath(course, school)],
  };
}

export function listHead(title: string, description: string, { type, language }: Filters) {
  return { title, description, canonical: listAddress({ type, language: language?.name }) };
}
