// What is booked of a course and from when, while it is being chosen. Sums and bounds shown meanwhile follow the
// same cases as the rules of the school; the server decides.
import type { ParseKeys } from "i18next";
import type { Course, CourseModule } from "web-shared/api/courses";
import { isDay } from "web-shared/format/days";
import { addDays } from "web-shared/format/format";

export interface Selection {
  /** The whole course, whatever modules are marked. */
  whole: boolean;
  moduleIds: number[];
  /** `yyyy-mm-dd`, or what is being typed. */
  date: string;
  /** Somebody else will learn: what the booker has already does not count. */
  forAnother: boolean;
}

/** What a link tells the page of a course so that it opens the selection: the id of that course. */
export interface SelectionState {
  selection: number;
}

export type Problem = Extract<ParseKeys, `errors.${string}`>;

const NOTICE = 14; // days between the start and the course's end

type Priced = Pick<Course, "price" | "free"> & { modules: Pick<CourseModule, "id" | "price">[] };

/** Euros for a selection of modules; none selected means the whole course. Counted in cents. */
export function totalOf(course: Priced, moduleIds: readonly number[]): number {
  if (course.free) return 0;
  if (moduleIds.length === 0) return course.price;
  const cents = course.modules
    .filter((module) => moduleIds.includes(module.id))
    .reduce((sum, module) => sum + Math.round(module.price * 100), 0);
  return cents / 100;
}

/** The last day a course that ends then may be started. */
export function lastStart(end: string | null): string | null {
  return end && addDays(end, -NOTICE);
}

/** The day proposed first: the course's own, or today when it has begun. */
export function firstStart(course: Pick<Course, "startDate">, today: string): string {
  return course.startDate > today ? course.startDate : today;
}

export function startProblem(date: string, today: string, end: string | null): Problem | null {
  if (date === "") return "errors.selection_or_date_required";
  if (!isDay(date)) return "errors.invalid_date";
  if (date < today) return "errors.start_date_past";
  const last = lastStart(end);
  return last && date > last ? "errors.start_date_too_late" : null;
}

export function modulesProblem(selection: Selection): Problem | null {
  return selection.whole || selection.moduleIds.length > 0 ? null : "errors.selection_required";
}

/** The modules that somebody has already, by the lines of what the whole course would cost them. */
export function ownedModules(
  course: { modules: readonly Pick<CourseModule, "id">[] },
  lines: readonly { moduleId?: number | null }[],
): number[] {
  const missing = lines.flatMap(({ moduleId }) => (moduleId ? [moduleId] : []));
  if (missing.length === 0) return [];
  return course.modules.map((module) => module.id).filter((id) => !missing.includes(id));
}

/** The modules to send: none for the whole course, in the order of the course otherwise. */
export function chosenModules(course: Pick<Course, "modules">, selection: Selection): number[] {
  if (selection.whole) return [];
  return course.modules.map((module) => module.id).filter((id) => selection.moduleIds.includes(id));
}
