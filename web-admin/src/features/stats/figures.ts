// What is made of the figures before they are shown.
import { number } from "web-shared/format/format";
import type { ModuleFollowing, Stats } from "./api";

/** Beyond this a share says nothing: the period before had next to nothing. */
const TELLING = 300; // percent

/** "+12 %", "−5 %", "=" from one number to another; nothing to compare with nothing, or next to it. */
export function changeOf(now: number, before: number): string | null {
  if (before <= 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent > TELLING) return null;
  if (percent === 0) return "=";
  return `${percent > 0 ? "+" : "−"}${number(Math.abs(percent))} %`;
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
export function duration(minutes: number): { unit: "minutes" | "hours" | "days"; value: number } {
  if (minutes < HOUR) return { unit: "minutes", value: minutes };
  if (minutes < 2 * DAY) return { unit: "hours", value: Math.round(minutes / HOUR) };
  return { unit: "days", value: Math.round(minutes / DAY) };
}
