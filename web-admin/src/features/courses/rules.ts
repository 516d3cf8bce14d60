// What the form of a course wants, as the server does, field by field; and where the server's own faults belong.

import { isDay } from "web-shared/format/days";
import type { FieldFault } from "web-shared/i18n/errors";
import { type CourseDraft, hasMinimum, type Line, type ListName, type ModuleDraft } from "./draft";

/** `name` is the path of a field: `endDate`, `modules/12/title`. */
export type Fault = FieldFault;

const MIN_NAME = 3;
const MIN_DESCRIPTION = 10;
const OFFER_HOURS = { min: 1, max: 72 };
const MINIMUM = { min: 1, max: 1000 }; // learners

/** All faults, in the order of the form. `languages`: the ids of those that were loaded. */
export function faultsOf(draft: CourseDraft, languages: readonly number[]): Fault[] {
  return [
    ...text("name", draft.name, MIN_NAME),
    ...text("description", draft.description, MIN_DESCRIPTION),
    ...unless(draft.type !== "", "type", "type_required"),
    ...unless(draft.languageId !== null, "languageId", "required"),
    ...unless(
      draft.languageId === null || languages.includes(draft.languageId),
      "languageId",
      "unknown_reference",
    ),
    ...unless(draft.levelId !== null, "levelId", "required"),
    ...unless(draft.teacherId !== null, "teacherId", "required"),
    ...days(draft),
    ...unless(draft.totalHours !== "", "totalHours", "required"),
    ...unless(draft.totalHours === "" || draft.totalHours >= 1, "totalHours", "hours_required"),
    ...unless(draft.capacity === "" || draft.capacity >= 1, "capacity", "too_small", { min: 1 }),
    ...offerHours(draft),
    ...minimum(draft),
    ...lines("sellingPoints", draft.sellingPoints),
    ...lines("objectives", draft.objectives),
    ...lines("prerequisites", draft.prerequisites),
    ...draft.modules.flatMap(moduleFaults),
  ];
}

function fault(name: string, code: string, params: Record<string, unknown> = {}): Fault {
  return { name, code, params, message: "" };
}

function unless(fine: boolean, ...named: Parameters<typeof fault>): Fault[] {
  return fine ? [] : [fault(...named)];
}

function text(name: string, value: string, min: number): Fault[] {
  const { length } = [...value.trim()];
  if (length === 0) return [fault(name, "required")];
  return unless(length >= min, name, "too_short", { min });
}

/** Where the first day is missing the last cannot follow it. */
function days({ startDate, endDate }: CourseDraft): Fault[] {
  const day = (name: string, value: string, missing: string): Fault[] =>
    value.trim() === "" ? [fault(name, missing)] : unless(isDay(value), name, "invalid_date");
  const follows = isDay(startDate) ? endDate > startDate : startDate.trim() !== "";
  return [
    ...day("startDate", startDate, "start_date_required"),
    ...day("endDate", endDate, "end_date_required"),
    ...unless(follows || !isDay(endDate), "endDate", "end_before_start"),
  ];
}

/** Without a limit of seats nobody waits for one, and the field is not shown. */
function offerHours({ capacity, offerHours }: CourseDraft): Fault[] {
  const { min, max } = OFFER_HOURS;
  const fine = offerHours !== "" && offerHours >= min && offerHours <= max;
  return unless(fine || capacity === "", "offerHours", "offer_hours_out_of_range", OFFER_HOURS);
}

/** Of a course in person only; the day is asked for once a number is typed. */
function minimum(draft: CourseDraft): Fault[] {
  if (!hasMinimum(draft)) return [];
  const { capacity, startDate, decisionDay = "" } = draft;
  const least = Number(draft.minimumLearners);
  const inRange = least >= MINIMUM.min && least <= MINIMUM.max;
  const seated = capacity === "" || least <= capacity;
  const late = isDay(decisionDay) && isDay(startDate) && decisionDay > startDate;
  return [
    ...unless(inRange, "minimumLearners", "minimum_out_of_range", MINIMUM),
    ...unless(!inRange || seated, "minimumLearners", "minimum_above_capacity", { max: capacity }),
    ...(decisionDay.trim() === ""
      ? [fault("decisionDay", "decision_day_required")]
      : unless(isDay(decisionDay), "decisionDay", "invalid_date")),
    ...unless(!late, "decisionDay", "decision_day_after_start", { max: startDate }),
  ];
}

function lines(list: ListName, all: Line[]): Fault[] {
  return all.flatMap(({ key, description }) =>
    unless(description.trim() !== "", `${list}/${key}/description`, "required"),
  );
}

function moduleFaults({ key, title, price }: ModuleDraft): Fault[] {
  return [
    ...unless(title.trim() !== "", `modules/${key}/title`, "module_title_required"),
    ...unless(price !== "" && price >= 0, `modules/${key}/price`, "module_price_required"),
  ];
}

const IN_LIST = /^(\w+)\[(\d+)\](?:\.(\w+))?$/;

/** A fault of the server (`modules[2].title`) at the field of the form it was sent from. */
export function placed(fault: Fault, sent: CourseDraft): Fault {
  const [, list = "", place, field = "description"] = IN_LIST.exec(fault.name) ?? [];
  const row = list in sent ? (sent[list as ListName] as Line[])[Number(place)] : undefined;
  return row ? { ...fault, name: `${list}/${row.key}/${field}` } : fault;
}
