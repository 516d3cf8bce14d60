// The minimum size of a course and the decision whether it starts, as the server writes them.
import { api } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";

type Schemas = components["schemas"];
export type CourseMinimum = Partial<
  Pick<Schemas["Course"], "minimumLearners" | "decisionDay" | "enrolled" | "startConfirmed">
>;
export type Choice = Schemas["Choice"];
export type ProposalStatus = Schemas["ProposalStatus"];
export type DueDecision = Schemas["DueDecision"];
export type CourseDecision = Schemas["CourseDecision"];
export type Decision = NonNullable<CourseDecision["last"]>;
export type ProposalRow = Decision["proposals"][number];
export type Person = ProposalRow["payer"];
export type DecisionInput = Schemas["DecisionInput"];
export type DecisionPreview = Schemas["DecisionPreview"];
export type DecidedReservation = DecisionPreview["reservations"][number];
export type MovedSession = DecisionPreview["movedSessions"][number];
export const decisionsApi = api;
