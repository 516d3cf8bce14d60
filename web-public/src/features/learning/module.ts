// The walk through a module: where a lesson stands, what comes before and after it, what a view changes.
import { modulesAddress } from "web-shared/api/subscriptions";
import type { Chapter, ChapterEnded, Lesson, Module, View } from "./moduleApi";

/** A lesson within its module. */
export interface Place {
  lesson: Lesson;
  chapter: Chapter;
  /** The chapter's number, from 1. */
  number: number;
  previous: Neighbour | null;
  /** Within the chapter; null for its last lesson. */
  next: Lesson | null;
}

export interface Neighbour {
  lesson: Lesson;
  chapter: Chapter;
  number: number;
}

function walk({ chapters }: Module): Neighbour[] {
  return chapters.flatMap((chapter, at) =>
    chapter.lessons.map((lesson) => ({ lesson, chapter, number: at + 1 })),
  );
}

export function placeOf(module: Module, lessonId: number | null): Place | null {
  const all = walk(module);
  const at = all.findIndex(({ lesson }) => lesson.id === lessonId);
  const found = all[at];
  if (!found) return null;
  const next = all[at + 1];
  return {
    ...found,
    previous: all[at - 1] ?? null,
    next: next?.chapter === found.chapter ? next.lesson : null,
  };
}

/** Where a reader begins who names no lesson of this module: where they stopped, else at its beginning. */
export function beginning(module: Module): Place | null {
  const first = walk(module)[0]?.lesson.id ?? null;
  return placeOf(module, module.resumeLessonId ?? null) ?? placeOf(module, first);
}

/** Where a finished chapter leads: to the next one, past the last one to what was left out, else nowhere. */
export function onward(module: Module, { number }: Place): (Neighbour & { left: number }) | null {
  const all = walk(module);
  const unseen = all.filter(({ lesson }) => !lesson.viewed);
  const to = all.find((one) => one.number > number) ?? unseen[0];
  return to ? { ...to, left: unseen.length } : null;
}

export function unseenOf(chapter: Chapter): number[] {
  return chapter.lessons.filter(({ viewed }) => !viewed).map(({ id }) => id);
}

export function seenOf(chapter: Chapter): number {
  return chapter.lessons.length - unseenOf(chapter).length;
}

/** The module with one lesson marked. */
export function withSeen(module: Module, lessonId: number): Module {
  return {
    ...module,
    chapters: module.chapters.map((chapter) => ({
      ...chapter,
      lessons: chapter.lessons.map((lesson) =>
        lesson.id === lessonId ? { ...lesson, viewed: true } : lesson,
      ),
    })),
  };
}

/** The module after a view. Answers may overtake each other; progress never goes back. */
export function withView(module: Module, view: View): Module {
  const seen = withSeen(module, view.lesson.id);
  return { ...counted(seen, view), resumeLessonId: following(seen, view.lesson.id) };
}

/** The module after the end of a chapter. */
export function withEnd(module: Module, end: ChapterEnded): Module {
  const ended = module.chapters.find(({ id }) => id === end.chapter.id);
  const seen = (ended?.lessons ?? []).reduce((known, { id }) => withSeen(known, id), module);
  return counted(seen, end);
}

/** Where one goes on after a lesson: the next one that was not viewed, else that lesson. */
function following(module: Module, lessonId: number): number {
  const lessons = walk(module).map(({ lesson }) => lesson);
  const at = lessons.findIndex(({ id }) => id === lessonId) + 1;
  const order = [...lessons.slice(at), ...lessons.slice(0, at)];
  return order.find(({ viewed }) => !viewed)?.id ?? lessonId;
}

function counted(seen: Module, view: Pick<View, "module" | "course" | "chapter">): Module {
  return {
    ...seen,
    ...further(seen, view.module),
    course: {
      ...seen.course,
      ...further(seen.course, view.course),
      completionNotified: seen.course.completionNotified || view.course.completionNotified,
    },
    chapters: seen.chapters.map((chapter) =>
      chapter.id === view.chapter.id ? { ...chapter, ...further(chapter, view.chapter) } : chapter,
    ),
  };
}

interface Standing {
  percent: number;
  completed: boolean;
}

function further(known: Standing, told: Standing): Standing {
  return {
    percent: Math.max(known.percent, told.percent),
    completed: known.completed || told.completed,
  };
}

/** The search of a module's page, at one of its lessons or where the reader stopped. */
export function moduleSearch(of: Pick<Module, "subscriptionId" | "moduleId">, lesson?: number) {
  const { moduleId, subscriptionId } = of;
  const at = lesson ? `&lesson=${lesson}` : "";
  return `?moduleId=${moduleId}&subscriptionId=${subscriptionId}${at}`;
}

/** The page of the course this module is of. */
export function courseOf({ subscriptionId: id, courseId, moduleIds }: Module): string {
  return modulesAddress({ id, courseId, moduleIds });
}
