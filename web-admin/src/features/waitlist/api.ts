// The waiting lists of courses: who is offered a seat, who waits, and what an administrator changes of it.
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { allRows, api, unwrap } from "web-shared/api/client";
import type { Course } from "web-shared/api/courses";
import { ApiError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";

export type Entry = components["schemas"]["WaitlistEntry"];
export type Offer = components["schemas"]["SeatOffer"];

const REFRESH = 60_000; // milliseconds

/** Every course of the school. */
export const coursesQuery = queryOptions({
  queryKey: ["courses", "all"],
  queryFn: () => allRows((query) => api.GET("/courses", { params: { query } })),
});

/** The whole list of a course: offers, who waits in their order, addresses not confirmed yet. */
export function entriesQuery(courseId: number) {
  return queryOptions({
    queryKey: ["waitlist", courseId],
    refetchInterval: REFRESH,
    queryFn: () =>
      allRows((query) =>
        api.GET("/waitlist/course/{id}", { params: { path: { id: courseId }, query } }),
      ),
  });
}

/** Whether seats of the course are on offer, or somebody waits. */
export const hasList = ({ waiting, seatsOffered }: Course) => waiting > 0 || seatsOffered > 0;

export const offersOf = (entries: Entry[]) => entries.filter(({ status }) => status === "OFFERED");
export const waitingOf = (entries: Entry[]) => entries.filter(({ status }) => status === "WAITING");

/** Sends a change once, then reads the lists and the seats again, also when it was refused. */
function useChange<Body, Answer>(post: (body: Body, key: string) => Promise<Answer>) {
  const queries = useQueryClient();
  return useSendOnce(async (body: Body, key: string) => {
    try {
      return await post(body, key);
    } finally {
      const parts = ["waitlist", "courses", "sales"];
      await Promise.all(parts.map((part) => queries.invalidateQueries({ queryKey: [part] })));
    }
  });
}

export interface Move {
  id: number;
  version: number;
  /** The entry it is to stand before; null: at the end. */
  before: number | null;
  reason: string;
}

export function useMove() {
  return useChange(({ id, version, ...body }: Move, key) =>
    unwrap(
      api.PATCH("/waitlist/{id}/position", {
        params: { path: { id } },
        headers: { "If-Match": `"${version}"`, "Idempotency-Key": key },
        body,
      }),
    ),
  );
}

export function useOffer() {
  return useChange((id: number, key) =>
    unwrap(
      api.POST("/waitlist/{id}/offer", {
        params: { path: { id } },
        headers: { "Idempotency-Key": key },
      }),
    ),
  );
}

/** Somebody else was faster: what is shown now is how it stands. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 412;
