// What waits for somebody of the school, what begins next, what was booked last.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { allRows, api, rows, unwrap } from "web-shared/api/client";
import type { Course } from "web-shared/api/courses";
import type { components } from "web-shared/api/schema";
import type { Role } from "web-shared/api/session";
import { addDays, today } from "web-shared/format/format";

export type Reservation = components["schemas"]["Reservation"];

export interface Attention {
  /** Comments nobody has shown yet. */
  comments: number;
  /** Messages nobody has answered. */
  messages: number;
  /** Courses the public does not see yet. */
  drafts: number;
  /** Mails that could not be sent; an administrator's. */
  mails: number;
  /** Of these, those about bookings. */
  mailsOfBookings: number;
  /** What the school lacks before it opens; an administrator's. */
  opening: number;
  /** Withdrawals nobody has decided; an administrator's. */
  withdrawals: number;
  /** Reservations whose money the school must still give back by hand; an administrator's. */
  refunds: number;
}

const ONE = { page: 1, size: 1 } as const;
const REFRESH = 60_000; // milliseconds

export function attentionQuery(role: Role) {
  return queryOptions({
    queryKey: ["attention", role],
    refetchInterval: REFRESH,
    queryFn: async (): Promise<Attention> => {
      const isAdmin = role === "ADMIN";
      const [comments, messages, drafts, mails, checklist, withdrawals, refunds] =
        await Promise.all([
          unwrap(api.GET("/comments", { params: { query: { active: false, ...ONE } } })),
          unwrap(api.GET("/contact", { params: { query: { handled: false, ...ONE } } })),
          unwrap(api.GET("/courses", { params: { query: { status: "DRAFT", ...ONE } } })),
          isAdmin
            ? unwrap(api.GET("/mail", { params: { query: { status: "PARKED", ...ONE } } }))
            : { total: 0, parkedOfBookings: 0 },
          isAdmin ? unwrap(api.GET("/settings/checklist")) : [],
          isAdmin
            ? unwrap(api.GET("/withdrawals", { params: { query: { state: "REQUESTED", ...ONE } } }))
            : { total: 0 },
          isAdmin
            ? unwrap(
                api.GET("/reservations", { params: { query: { refundByHand: true, ...ONE } } }),
              )
            : { total: 0 },
        ]);
      return {
        comments: totalOf(comments),
        messages: totalOf(messages),
        drafts: totalOf(drafts),
        mails: mails.total,
        mailsOfBookings: mails.parkedOfBookings,
        opening: checklist.filter(({ done }) => !done).length,
        withdrawals: totalOf(withdrawals),
        refunds: totalOf(refunds),
      };
    },
  });
}

/** A page was asked for, so a page has come. */
function totalOf(answer: { total: number } | unknown[]): number {
  return "total" in answer ? answer.total : answer.length;
}

/** The published courses that are still to begin, the earliest first. */
export const startsQuery = queryOptions({
  queryKey: ["courses", "starts"],
  queryFn: async () => {
    const courses = await allRows((page) =>
      api.GET("/courses", { params: { query: { status: "PUBLISHED", ...page } } }),
    );
    const now = today();
    return courses.filter(({ startDate }) => startDate >= now);
  },
});

export const SHOWN = 6; // courses that begin next
const SOON = 14; // days

/** Those that begin within two weeks. */
export function soon(courses: readonly Course[]): Course[] {
  const last = addDays(today(), SOON);
  return courses.filter(({ startDate }) => startDate <= last);
}

const FEW = 2; // seats
const MOST = 0.8; // of all seats

export function isNearlyFull({ capacity, seatsLeft }: Pick<Course, "capacity" | "seatsLeft">) {
  if (!capacity || seatsLeft === null || seatsLeft === undefined) return false;
  return seatsLeft <= FEW || (capacity - seatsLeft) / capacity >= MOST;
}

/** Which of the courses that begin next have no lesson yet. Only a course read alone counts its lessons. */
export function emptyQuery(courses: readonly Course[]) {
  const ids = courses.slice(0, SHOWN).map(({ id }) => id);
  return queryOptions({
    queryKey: ["courses", "empty", ids],
    queryFn: async () => {
      const whole = await Promise.all(
        ids.map((id) => unwrap(api.GET("/courses/{id}/details", { params: { path: { id } } }))),
      );
      return whole.filter((course) => lessonsOf(course) === 0).length;
    },
  });
}

function lessonsOf({ modules }: Course): number {
  const chapters = modules.flatMap(({ chapters }) => chapters ?? []);
  return chapters.reduce((sum, { lessonCount }) => sum + (lessonCount ?? 0), 0);
}

/** Whether the guide of the first hour was put away; an administrator's. */
export const guideQuery = queryOptions({
  queryKey: ["settings", "guide"],
  queryFn: () => unwrap(api.GET("/settings/guide")),
});

export function usePutGuideAway() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (putAway: boolean) => unwrap(api.PUT("/settings/guide", { body: { putAway } })),
    onSuccess: (saved) => queries.setQueryData(guideQuery.queryKey, saved),
  });
}

/** Learners who missed their last two sessions without an excuse; an administrator's. */
export const absentQuery = queryOptions({
  queryKey: ["stats", "absent"],
  queryFn: async () => {
    const now = today();
    const stats = await unwrap(api.GET("/stats", { params: { query: { from: now, to: now } } }));
    return stats.absentTwice;
  },
});

const LATEST = { page: 1, size: 5 } as const;

/** What was booked last; an administrator's. */
export const bookingsQuery = queryOptions({
  queryKey: ["reservations", "latest"],
  queryFn: async () => rows(await unwrap(api.GET("/reservations", { params: { query: LATEST } }))),
});
