// What the school asks the payers of a course that does not start as planned.
import { api } from "web-shared/api/client";

export interface Proposal {
  id: number;
  kind: "NEW_DATES" | "OTHER_COURSE";
  status: "OPEN" | "ACCEPTED" | "REFUSED" | "LAPSED" | "CLOSED";
  /** The last day on which it may be answered. */
  answerBy: string;
  answeredAt?: string | null;
  /** What the school says of it. */
  reason?: string | null;
  courseId: number;
  courseName: string;
  courseSlug: string;
  /** As they were before the decision. */
  startDate: string;
  endDate: string;
  schedule?: string | null;
  newCourseId: number;
  newCourseName: string;
  newCourseSlug: string;
  newStartDate: string;
  newEndDate: string;
  newSchedule?: string | null;
  newLocation?: string | null;
  /** The new dates still depend on the number of learners. */
  newDecisionDay?: string | null;
  learnerName?: string | null;
  forAnother: boolean;
  reservationId: number;
  /** Euros that are with the school now. */
  paid: number;
  newPrice: number;
  refundIfAccepted: number;
  refundIfRefused: number;
  /** It was paid at the desk: the school refunds it by hand. */
  byHand: boolean;
}

type Answering<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

interface Calls {
  GET(path: "/proposals/me", init: object): Answering<Proposal[]>;
  POST(path: "/proposals/open", init: { body: { token: string } }): Answering<Proposal>;
  POST(
    path: "/proposals/{id}/accept" | "/proposals/{id}/refuse",
    init: { params: { path: { id: number } }; body?: { token: string } },
  ): Answering<Proposal>;
}

/** The client, which learns these calls from the description of the API. */
export const calls = api as unknown as Calls;
