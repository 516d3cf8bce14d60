// A decision as its form has it, and as the server takes it.
import type { Course } from "web-shared/api/courses";
import { isDay } from "web-shared/format/days";
import { addDays, today } from "web-shared/format/format";
import type { FieldFault } from "web-shared/i18n/errors";
import type { Choice, DecisionInput } from "../../ui/decisionTypes";

export interface DecisionDraft {
  choice: Choice | null;
  /** `yyyy-mm-dd`, or what was typed so far; so are all days. */
  startDate: string;
  endDate: string;
  decisionDay: string;
  targetCourseId: number | null;
  answerBy: string;
  reason: string;
}

export type Field = Exclude<keyof DecisionDraft, "choice">;

const TIME_TO_ANSWER = 7; // days

export const emptyDraft = (): DecisionDraft => ({
  choice: null,
  startDate: "",
  endDate: "",
  decisionDay: "",
  targetCourseId: null,
  answerBy: addDays(today(), TIME_TO_ANSWER),
  reason: "",
});

/** Whether more was done than to choose. */
export function isTyped(draft: DecisionDraft): boolean {
  const { startDate, endDate, decisionDay, targetCourseId, answerBy, reason } = draft;
  const own = [startDate, endDate, decisionDay, reason].some((text) => text.trim() !== "");
  return own || targetCourseId !== null || answerBy !== emptyDraft().answerBy;
}

/** A new first day, and a last one that leaves the course as long as it is, unless another was typed. */
export function withStart(draft: DecisionDraft, startDate: string, course: Course) {
  const usual = (start: string) =>
    isDay(start) ? addDays(start, daysBetween(course.startDate, course.endDate)) : "";
  const typed = draft.endDate !== usual(draft.startDate);
  return { startDate, ...(!typed && { endDate: usual(startDate) }) };
}

const DAY = 86_400_000; // milliseconds

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

export type Chosen = DecisionInput & { choice: Choice };

/** Without the fields of the other choices. */
export function bodyOf(draft: DecisionDraft): Chosen | null {
  const { choice, startDate, endDate, decisionDay, targetCourseId, answerBy } = draft;
  const reason = draft.reason.trim();
  const words = reason ? { reason } : {};
  switch (choice) {
    case null:
      return null;
    case "CONFIRM":
      return { choice };
    case "NEW_DATES":
      return {
        ...{ choice, startDate, endDate, answerBy, ...words },
        ...(decisionDay.trim() && { decisionDay }),
      };
    case "OTHER_COURSE":
      return { choice, answerBy, ...words, ...(targetCourseId && { targetCourseId }) };
    case "CANCEL":
      return { choice, ...words };
  }
}

/** What the preview depends on: a reason changes nothing of it. */
export function previewKey(body: DecisionInput | null): string {
  const { reason, ...facts } = body ?? {};
  return JSON.stringify(facts);
}

const DAYS: Partial<Record<Choice, Field[]>> = {
  NEW_DATES: ["startDate", "endDate", "answerBy"],
  OTHER_COURSE: ["answerBy"],
};

/** What is missing or no day; everything else is the server's to judge. */
export function faultsOf(draft: DecisionDraft): FieldFault[] {
  const { choice, startDate, endDate, decisionDay, targetCourseId } = draft;
  const fault = (name: Field, code: string): FieldFault => ({ name, code, message: "" });
  const days = (choice && DAYS[choice]) ?? [];
  const faults = days.flatMap((name) => {
    const value = String(draft[name]).trim();
    if (value === "") return [fault(name, "required")];
    return isDay(value) ? [] : [fault(name, "invalid_date")];
  });
  if (choice === "NEW_DATES") {
    if (isDay(startDate) && isDay(endDate) && endDate <= startDate)
      faults.push(fault("endDate", "end_before_start"));
    if (decisionDay.trim() && !isDay(decisionDay))
      faults.push(fault("decisionDay", "invalid_date"));
  }
  if (choice === "OTHER_COURSE" && !targetCourseId)
    faults.push(fault("targetCourseId", "required"));
  return faults;
}
