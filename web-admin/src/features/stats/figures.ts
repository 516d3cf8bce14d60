// What is made of the figures before they are shown.
import type { ModuleFollowing, Stats } from "./api";

/** How a figure compares with the one of the period before; `none`: there was nothing to compare with. */
export interface Change {
  kind: "up" | "down" | "same" | "beyond" | "none";
  /** By how much, without its sign. */
  by: number;
  unit: "percent" | "points";
}

/** Beyond this a percentage says nothing: the period before had next to nothing. */
const MOST = 300; // percent

/** From one count or sum to another, in percent. */
export function changeOf(now: number, before: number): Change {
  const unit = "percent";
  if (before <= 0) return { kind: "none", by: 0, unit };
  const by = Math.round(((now - before) / before) * 100);
  return by > MOST ? { kind: "beyond", by: MOST, unit } : { ...signed(by), unit };
}

/** From one percentage to another, in percentage points. */
export function pointsOf(
  now: number | null | undefined,
  before: number | null | undefined,
): Change {
  const unit = "points";
  if (now == null || before == null) return { kind: "none", by: 0, unit };
  return { ...signed(Math.round(now - before)), unit };
}

function signed(by: number): Pick<Change, "kind" | "by"> {
  return { kind: by > 0 ? "up" : by < 0 ? "down" : "same", by: Math.abs(by) };
}

/** So many of a hundred; 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole > 0 ? Math.round((part / whole) * 100) : 0;
}

/** The fullest first; those without a limit last. */
export function byFilling(courses: Stats["courses"]): Stats["courses"] {
  const filling = ({ seatsTaken, capacity }: Stats["courses"][number]) =>
    capacity ? seatsTaken / capacity : -1;
  return [...courses].sort(
    (one, other) => filling(other) - filling(one) || other.seatsTaken - one.seatsTaken,
  );
}

export interface CourseFollowing {
  id: number;
  name: string;
  /** Learners of its most opened module. */
  learners: number;
  modules: ModuleFollowing[];
}

/** The modules under their courses, in their order. */
export function byCourse(modules: ModuleFollowing[]): CourseFollowing[] {
  const courses = new Map<number, CourseFollowing>();
  for (const module of modules) {
    const { courseId: id, courseName: name } = module;
    const course = courses.get(id) ?? { id, name, learners: 0, modules: [] };
    course.learners = Math.max(course.learners, module.opened);
    course.modules.push(module);
    courses.set(id, course);
  }
  return [...courses.values()];
}

/** Days from one to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T12:00Z`) - Date.parse(`${from}T12:00Z`)) / 86_400_000);
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes in the unit one would say them in. */
export function duration(minutes: number): {
  unit: "moment" | "minutes" | "hours" | "days";
  value: number;
} {
  if (minutes < 1) return { unit: "moment", value: 0 };
  if (minutes < HOUR) return { unit: "minutes", value: minutes };
  if (minutes < 2 * DAY) return { unit: "hours", value: Math.round(minutes / HOUR) };
  return { unit: "days", value: Math.round(minutes / DAY) };
}
