// The meetings of a class: as everybody reads those of a course, and as a learner reads those of a subscription.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { clockOffset } from "./clockOffset";
import type { components } from "./schema";
import { SUBSCRIPTIONS } from "./subscriptions";

/** What may be shown of any session, whoever reads it. */
export type PublicSession = components["schemas"]["PublicSession"];

type Schemas = components["schemas"];

/** How a learner attended a session. */
export type Attendance = Schemas["OwnAttendance"] & { status: Schemas["AttendanceStatus"] };

/** A session as its learner reads it; the API describes its words as text. */
export type OwnSession = Schemas["LearnerSession"] & {
  status: Schemas["SessionStatus"];
  attendance?: Attendance | null;
};

export type ClassMessage = Schemas["ClassMessage"];

/** All sessions of a course in their order, those that are past or cancelled too. */
export function courseSessionsQuery(courseId: number) {
  return queryOptions({
    queryKey: ["courses", courseId, "sessions"],
    queryFn: () =>
      unwrap(api.GET("/courses/{id}/sessions", { params: { path: { id: courseId } } })),
  });
}

/** The sessions that a subscription covers, with the learner's own attendance; and how far the server's clock is ahead. */
export function ownSessionsQuery(subscriptionId: number) {
  return queryOptions({
    queryKey: [SUBSCRIPTIONS, { id: subscriptionId }, "sessions"],
    queryFn: async () => {
      const call = api.GET("/subscriptions/{id}/sessions", {
        params: { path: { id: subscriptionId } },
      });
      const answer = await unwrap(call);
      const sessions = answer.sessions as OwnSession[];
      return { ...answer, sessions, offset: clockOffset((await call).response) };
    },
  });
}

/** What was written to the class, the newest first. */
export function classMessagesQuery(subscriptionId: number) {
  return queryOptions({
    queryKey: [SUBSCRIPTIONS, { id: subscriptionId }, "messages"],
    queryFn: () =>
      unwrap(api.GET("/subscriptions/{id}/messages", { params: { path: { id: subscriptionId } } })),
  });
}

/** The page of a class. */
export function classAddress(subscriptionId: number): string {
  return `/ma-classe/${subscriptionId}`;
}
