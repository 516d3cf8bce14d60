// What a decision about a course would do, deciding it, and the courses that may be offered instead.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { allRows, api, unwrap } from "web-shared/api/client";
import type { Course } from "web-shared/api/courses";
import { useSendOnce } from "web-shared/api/sendOnce";
import { addDays, today } from "web-shared/format/format";
import { type DecisionInput, decisionsApi } from "../../ui/decisionTypes";

export function usePreview(id: number) {
  return useMutation({
    mutationFn: (body: DecisionInput) =>
      unwrap(
        decisionsApi.POST("/courses/admin/{id}/decision/preview", {
          params: { path: { id } },
          body,
        }),
      ),
  });
}

/** What may look otherwise after a decision: seats, money, mails, the timetable. */
const TOUCHED = ["courses", "sales", "waitlist", "mails", "attention", "class-sessions"];

export function useDecide(id: number) {
  const queries = useQueryClient();
  return useSendOnce(async (body: DecisionInput, key: string) => {
    try {
      return await unwrap(
        decisionsApi.POST("/courses/admin/{id}/decision", {
          params: { path: { id }, header: { "Idempotency-Key": key } },
          body,
        }),
      );
    } finally {
      for (const part of TOUCHED) void queries.invalidateQueries({ queryKey: [part] });
    }
  });
}

export const coursesQuery = queryOptions({
  queryKey: ["courses", "all"],
  queryFn: () => allRows((query) => api.GET("/courses", { params: { query } })),
});

const LEAST = 14; // days before its end on which one can enter a course last

/** The courses that learners of `course` may be offered instead: those of its level first, then by their first day. */
export function targetsFor(course: Course, all: readonly Course[]): Course[] {
  const away = ({ level }: Course) => (level === course.level ? 0 : 1);
  return all
    .filter(
      ({ id, status, type, free, languageCode, endDate }) =>
        id !== course.id &&
        status === "PUBLISHED" &&
        type === "IN_PERSON" &&
        !free &&
        languageCode === course.languageCode &&
        endDate >= addDays(today(), LEAST),
    )
    .sort((one, other) => away(one) - away(other) || one.startDate.localeCompare(other.startDate));
}
