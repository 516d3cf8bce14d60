// What the page of a course shows a learner: the modules their subscription opens, as far as the server says. The address
// may name fewer, never more.
import type { Course } from "web-shared/api/courses";
import type { Subscription } from "web-shared/api/subscriptions";

export interface Asked {
  courseId: number | null;
  subscriptionId: number | null;
  /** The modules to show; empty: all. */
  listed: number[];
}

export function readAddress(query: URLSearchParams): Asked {
  const listed = (query.get("modules") ?? "").split(",").map(idOf);
  return {
    courseId: idOf(query.get("id")),
    subscriptionId: idOf(query.get("subscriptionId")),
    listed: listed.filter((id) => id !== null),
  };
}

/** An id in an address; null when it is none. */
export function idOf(text: string | null): number | null {
  const id = /^\d+$/.test(text ?? "") ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export interface ModuleRow {
  id: number;
  /** Its place among all that are open, from 1. */
  place: number;
  title: string;
  description: string | null;
  /** Undefined while nothing is known of the progress. */
  progress?: ModuleProgress | undefined;
}

export interface ModuleProgress {
  /** 0 to 100. */
  percent: number;
  completed: boolean;
  /** The one to go on with. */
  next: boolean;
  /** The day on which it opens, while that is still to come. */
  opensOn?: string | null | undefined;
}

/** The modules of a subscription in their order; the course, if it could be read, says what they are about. */
export function subscribedRows(
  { modules, nextModuleId }: Subscription,
  course: Course | undefined,
): ModuleRow[] {
  const described = new Map(course?.modules.map(({ id, description }) => [id, description]));
  return modules.map(({ moduleId: id, title, percent, completed, opensOn }, at) => ({
    id,
    place: at + 1,
    title,
    description: described.get(id) ?? null,
    progress: { percent, completed, next: id === nextModuleId, opensOn },
  }));
}

/** The modules of a course in their order, without anybody's progress. */
export function outlineRows({ modules }: Course): ModuleRow[] {
  return modules
    .toSorted((one, other) => one.orderIndex - other.orderIndex)
    .map(({ id, title, description }, at) => ({
      id,
      place: at + 1,
      title,
      description: description ?? null,
    }));
}

export function narrowed(rows: ModuleRow[], listed: number[]): ModuleRow[] {
  return listed.length === 0 ? rows : rows.filter(({ id }) => listed.includes(id));
}

/** What the button of a module says: begin it, go on with it, look at it again; just open it when nothing is known. */
export function stepOf(progress: ModuleProgress | undefined) {
  if (!progress) return "open";
  if (progress.completed) return "again";
  return progress.percent > 0 ? "continue" : "begin";
}
