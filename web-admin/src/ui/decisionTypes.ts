// The minimum size of a course and the decision whether it starts, as the server writes them.
import type { Client } from "openapi-fetch";
import { api } from "web-shared/api/client";

/** Of a course in person that starts only with enough learners; both of the first two, or neither. */
export interface CourseMinimum {
  minimumLearners?: number | null;
  /** `yyyy-mm-dd` */
  decisionDay?: string | null;
  /** Learners with a confirmed seat; 0 without a minimum. */
  enrolled?: number;
  startConfirmed?: boolean;
}

export type Choice = "CONFIRM" | "NEW_DATES" | "OTHER_COURSE" | "CANCEL";
export type ProposalStatus = "OPEN" | "ACCEPTED" | "REFUSED" | "LAPSED" | "CLOSED";

/** A course below its minimum whose day of decision is near or past. */
export interface DueDecision {
  courseId: number;
  courseName: string;
  startDate: string;
  decisionDay: string;
  enrolled: number;
  minimumLearners: number;
  overdue: boolean;
}

export interface Person {
  name?: string | null;
  /** An editor gets none. */
  email?: string | null;
}

export interface ProposalRow {
  id: number;
  reservationId: number;
  payer: Person;
  learner: Person;
  status: ProposalStatus;
  answeredAt?: string | null;
  /** Euros that go back with this status; while it is open, those of a refusal. */
  refund: number;
  byHand: boolean;
}

export interface Decision {
  id: number;
  choice: Choice;
  decidedAt: string;
  decidedBy?: string | null;
  reason?: string | null;
  answerBy?: string | null;
  oldStartDate: string;
  oldEndDate: string;
  newStartDate?: string | null;
  newEndDate?: string | null;
  targetCourseId?: number | null;
  targetCourseName?: string | null;
  proposals: ProposalRow[];
}

export interface CourseDecision {
  courseId: number;
  minimumLearners?: number | null;
  decisionDay?: string | null;
  enrolled: number;
  startConfirmed: boolean;
  /** Below the minimum, the day of decision reached, and not confirmed. */
  needsDecision: boolean;
  decidable: Choice[];
  last?: Decision | null;
}

export interface DecisionInput {
  choice: Choice;
  startDate?: string;
  endDate?: string;
  /** The next day of decision of the new dates. */
  decisionDay?: string;
  targetCourseId?: number;
  /** The last day to answer. */
  answerBy?: string;
  reason?: string;
  /** Of the preview that was seen. */
  fingerprint?: string;
}

export interface DecidedReservation {
  id: number;
  payer: Person;
  learner: Person;
  /** Euros. */
  paid: number;
  /** Euros that are still with the school. */
  left: number;
  outcome: "TOLD" | "ASKED" | "REFUNDED" | "ENDED";
  newPrice?: number | null;
  refundIfAccepted: number;
  refundIfRefused: number;
  byHand: boolean;
}

export interface MovedSession {
  id: number;
  date: string;
  newDate: string;
  /** `hh:mm` */
  startTime: string;
  /** The closure or holiday of the new day. */
  closure?: string | null;
}

export interface TargetCourse {
  id: number;
  name: string;
  startDate: string;
  endDate: string;
  price: number;
  seatsLeft?: number | null;
}

export interface DecisionPreview {
  courseId: number;
  courseName: string;
  choice: Choice;
  fingerprint: string;
  startDate: string;
  endDate: string;
  enrolled: number;
  minimumLearners?: number | null;
  reservations: DecidedReservation[];
  /** Not paid: they end. */
  holds: DecidedReservation[];
  granted: Person[];
  waiting: number;
  /** Who gets a mail. */
  people: number;
  refundNow: number;
  byHandNow: number;
  refundIfAllAccept: number;
  refundIfAllRefuse: number;
  target?: TargetCourse | null;
  movedSessions: MovedSession[];
}

type Json<Body> = { content: { "application/json": Body } };
type OfCourse = { path: { id: number }; header?: { "Idempotency-Key"?: string } };

interface DecisionPaths {
  "/courses/admin/decisions": { get: { responses: { 200: Json<DueDecision[]> } } };
  "/courses/admin/{id}/decision": {
    get: { parameters: OfCourse; responses: { 200: Json<CourseDecision> } };
    post: {
      parameters: OfCourse;
      requestBody: Json<DecisionInput>;
      responses: { 200: Json<CourseDecision> };
    };
  };
  "/courses/admin/{id}/decision/preview": {
    post: {
      parameters: OfCourse;
      requestBody: Json<DecisionInput>;
      responses: { 200: Json<DecisionPreview> };
    };
  };
}

export const decisionsApi = api as unknown as Client<DecisionPaths>;
