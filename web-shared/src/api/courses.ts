// A course as the public reads it: the page of a course and the booking of it ask for the same one.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";

export type CourseType = "ONLINE" | "IN_PERSON";

export interface Chapter {
  id: number;
  title: string;
  lessonCount: number;
}

export interface CourseModule {
  id: number;
  title: string;
  description: string | null;
  price: number;
  orderIndex: number;
  chapters?: Chapter[];
}

export interface Course {
  id: number;
  name: string;
  description: string;
  detailedDescription: string;
  type: CourseType;
  price: number;
  pricePerHour: number | null;
  totalHours: number;
  language: string;
  level: string;
  teacherId: number | null;
  teacherName: string | null;
  startDate: string | null;
  endDate: string | null;
  objectives: string[];
  prerequisites: string[];
  sellingPoints: string[];
  modules: CourseModule[];
  location: string | null;
  schedule: string | null;
  capacity: number | null;
  seatsLeft: number | null;
  free: boolean;
  bookable: boolean;
  refusal: { code: string; message: string } | null;
}

export function courseQuery(id: number) {
  return queryOptions({
    queryKey: ["courses", id],
    queryFn: (): Promise<Course> =>
      unwrap(api.GET("/courses/{id}/details", { params: { path: { id } } })),
  });
}
