import type { Caller, Course } from "../web-public/e2e/support/api.ts";

/** A course of the demo school that is paid for and never full. */
export async function roomyCourse(visitor: Caller): Promise<Course> {
  const courses: Course[] = await visitor.ok("GET", "/courses?status=PUBLISHED");
  const course = courses.find(
    ({ bookable, free, seatsLeft }) => bookable && !free && seatsLeft === null,
  );
  if (!course) throw new Error("the demo school has no course to buy");
  return course;
}
