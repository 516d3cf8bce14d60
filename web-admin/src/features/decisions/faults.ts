// Where a refusal of a decision belongs: at a field, or above the button.
import i18next from "i18next";
import { ApiError, hasCode } from "web-shared/api/problem";
import { isDay } from "web-shared/format/days";
import { day } from "web-shared/format/format";
import { errorText, type FieldFault, fieldText } from "web-shared/i18n/errors";
import type { Field } from "./draft";

/** Refusals that name no field, but are about one. */
const ABOUT: Record<string, Field> = {
  full: "targetCourseId",
  room_taken: "startDate",
  teacher_taken: "startDate",
  outside_course_dates: "endDate",
};

export function refusalAt(error: unknown, name: Field): string | undefined {
  if (error instanceof ApiError && ABOUT[error.code] === name) return refusalText(error);
  const fault = error instanceof ApiError ? error.field(name) : undefined;
  return fault && faultText(fault);
}

/** The last day to answer with the days that are possible, where there are some. */
function faultText(fault: FieldFault): string {
  const { min = "", max = "" } = (fault.params ?? {}) as Record<string, string>;
  if (fault.code !== "answer_by_out_of_range" || !isDay(min) || max < min) return fieldText(fault);
  return i18next.t("dashboard.decisions.answerByRange", { min: day(min), max: day(max) });
}

function refusalText(error: ApiError): string {
  const { code, params = {} } = error.problem;
  if (code === "full") return i18next.t("dashboard.decisions.targetFull");
  const [from, to] = [String(params.day), String(params.newDay)];
  if (code !== "outside_course_dates" || !isDay(from) || !isDay(to)) return errorText(error);
  return i18next.t("dashboard.decisions.sessionOutside", { day: day(from), newDay: day(to) });
}

/** A refusal as a whole; nothing when it stands at a field, or was answered with a new preview. */
export function generalRefusal(error: unknown): string | null {
  if (!error || hasCode(error, "preview_changed")) return null;
  if (error instanceof ApiError && (ABOUT[error.code] || error.problem.fields?.length)) return null;
  return errorText(error);
}
