// A rule as its form has it and as it is sent.
import i18next from "i18next";
import { isDay } from "web-shared/format/days";
import type { Faults } from "../../ui/useVersionedForm";
import type { Course, SeriesInput, SessionSeries } from "./api";

export interface RuleDraft {
  weekdays: number[];
  startTime: string;
  minutes: number | "";
  firstDay: string;
  ends: "lastDay" | "count";
  lastDay: string;
  count: number | "";
  /** Null: online. */
  roomId: number | null;
  teacherId: number | null;
  moduleId: number | null;
  extendCourse: boolean;
}

const USUAL = 90; // minutes

export function blankRule(course: Course): RuleDraft {
  return {
    weekdays: [],
    startTime: "",
    minutes: USUAL,
    firstDay: course.startDate,
    ends: "lastDay",
    lastDay: course.endDate,
    count: "",
    roomId: null,
    teacherId: course.teacherId ?? null,
    moduleId: null,
    extendCourse: false,
  };
}

export function ruleOf(series: SessionSeries): RuleDraft {
  const { weekdays, startTime, minutes, firstDay, lastDay, count } = series;
  return {
    weekdays: [...weekdays],
    startTime,
    minutes,
    firstDay,
    ends: lastDay ? "lastDay" : "count",
    lastDay: lastDay ?? "",
    count: count ?? "",
    roomId: series.roomId ?? null,
    teacherId: series.teacherId ?? null,
    moduleId: series.moduleId ?? null,
    extendCourse: false,
  };
}

export function sentRule(draft: RuleDraft, courseId: number): SeriesInput {
  const { ends, lastDay, count, minutes, weekdays, ...rest } = draft;
  return {
    ...rest,
    courseId,
    weekdays: weekdays.toSorted(),
    minutes: Number(minutes),
    lastDay: ends === "lastDay" ? lastDay : null,
    count: ends === "count" ? Number(count) : null,
  };
}

export const SHORTEST = 5; // minutes
export const LONGEST = 720;

export function faultsOfRule(draft: RuleDraft): Faults {
  const { t } = i18next;
  const { firstDay, lastDay, ends, count } = draft;
  return {
    weekdays: draft.weekdays.length === 0 && t("dashboard.timetable.rule.noDay"),
    startTime: !draft.startTime && t("errors.required"),
    minutes: faultOfLength(draft.minutes),
    firstDay: faultOfDay(firstDay),
    lastDay:
      ends === "lastDay" &&
      (faultOfDay(lastDay) || (lastDay < firstDay && t("errors.end_before_start"))),
    count: ends === "count" && (Number(count) < 1 ? t("errors.required") : undefined),
  };
}

export function faultOfDay(text: string): string | false {
  if (!text) return i18next.t("errors.required");
  return !isDay(text) && i18next.t("errors.invalid_date");
}

export function faultOfLength(minutes: number | ""): string | false {
  if (minutes === "") return i18next.t("errors.required");
  if (minutes < SHORTEST) return i18next.t("errors.too_small", { min: SHORTEST });
  return minutes > LONGEST && i18next.t("errors.too_big", { max: LONGEST });
}
