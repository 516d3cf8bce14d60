// What every field of the form of a course has: its place, its fault, and that it was left.
import { fieldText } from "web-shared/i18n/errors";
import type { CourseForm } from "./useCourseForm";

export function fieldOf(form: CourseForm, path: string) {
  const faults = form.faultsAt(path);
  return {
    id: path,
    error: faults.length > 0 ? faults.map(fieldText).join(" ") : undefined,
    onBlur: () => form.leave(path),
  };
}

/** Where numbers are typed: nothing while it is none. */
export function numberOf(typed: number | string): number | "" {
  const value = Number(typed);
  return typed === "" || Number.isNaN(value) ? "" : value;
}

/** A field with its hint under it. */
export const HINT_BELOW: ("label" | "input" | "description" | "error")[] = [
  "label",
  "input",
  "description",
  "error",
];
