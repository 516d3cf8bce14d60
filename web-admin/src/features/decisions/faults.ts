// Where a refusal of a decision belongs: at a field, or above the button.
import i18next from "i18next";
import { ApiError, type FieldProblem, hasCode } from "web-shared/api/problem";
import { isDay } from "web-shared/format/days";
import { day } from "web-shared/format/format";
import { errorText, fieldText } from "web-shared/i18n/errors";
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
  return fault && fieldText(withDays(fault));
}

/** Days that the server names as `yyyy-mm-dd`, as people read them. */
function withDays(fault: FieldProblem): FieldProblem {
  const params = Object.entries(fault.params ?? {}).map(([name, value]) => [name, shown(value)]);
  return { ...fault, params: Object.fromEntries(params) };
}

function shown(value: unknown): unknown {
  return typeof value === "string" && isDay(value) ? day(value) : value;
}

function refusalText(error: ApiError): string {
  const { code, params = {} } = error.problem;
  if (code === "full") return i18next.t("dashboard.decisions.targetFull");
  if (code !== "outside_course_dates" || !params.newDay) return errorText(error);
  return i18next.t("dashboard.decisions.sessionOutside", {
    day: shown(params.day),
    newDay: shown(params.newDay),
  });
}

/** A refusal as a whole; nothing when it stands at a field, or was answered with a new preview. */
export function generalRefusal(error: unknown): string | null {
  if (!error || hasCode(error, "preview_changed")) return null;
  if (error instanceof ApiError && (ABOUT[error.code] || error.problem.fields?.length)) return null;
  return errorText(error);
}
