// What the page of a module asks for and sends: the module with its progress, its lessons one by one, views, quizzes.
import { queryOptions } from "@tanstack/react-query";
import { api, rows, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { SUBSCRIPTIONS } from "web-shared/api/subscriptions";
import type { QuizAnswer, QuizResult } from "web-shared/ui/lesson/types";

type Schemas = components["schemas"];

/** A module as its learner reads it: chapters, lessons, how far they are. */
export type Module = Schemas["LearningModule"];
export type Chapter = Module["chapters"][number];
export type Lesson = Chapter["lessons"][number];
/** What a view has changed. */
export type View = Schemas["LessonView"];
/** What the end of a chapter has changed. */
export type ChapterEnded = Schemas["ChapterEnd"];

export function moduleQuery(subscriptionId: number, moduleId: number) {
  return queryOptions({
    queryKey: [SUBSCRIPTIONS, { id: subscriptionId }, { moduleId }],
    queryFn: () =>
      unwrap(api.GET("/progress/module", { params: { query: { subscriptionId, moduleId } } })),
  });
}

const LESSONS = "lessons";

export function lessonQuery(id: number) {
  return queryOptions({
    queryKey: [LESSONS, id],
    queryFn: () => unwrap(api.GET("/chapter-lessons/{id}", { params: { path: { id } } })),
  });
}

export function resourcesQuery(lessonId: number) {
  return queryOptions({
    queryKey: [LESSONS, lessonId, "resources"],
    queryFn: async () =>
      rows(
        await unwrap(api.GET("/resources/lesson/{lessonId}", { params: { path: { lessonId } } })),
      ),
  });
}

export function quizzesQuery(lessonId: number) {
  return queryOptions({
    queryKey: [LESSONS, lessonId, "quizzes"],
    queryFn: async () =>
      rows(await unwrap(api.GET("/quizzes/lesson/{lessonId}", { params: { path: { lessonId } } }))),
  });
}

/** Notes that the lesson was opened; repeated, it only remembers where the reader is. */
export function viewLesson(subscriptionId: number, lessonId: number): Promise<View> {
  return unwrap(api.POST("/progress/view", { params: { query: { subscriptionId, lessonId } } }));
}

/** Ends a chapter: its lessons count as viewed from now on. */
export function endChapter(subscriptionId: number, chapterId: number): Promise<ChapterEnded> {
  return unwrap(
    api.POST("/progress/chapter/complete", { params: { query: { subscriptionId, chapterId } } }),
  );
}

export function correctQuiz(
  id: number,
  subscriptionId: number,
  body: QuizAnswer[],
): Promise<QuizResult> {
  const params = { path: { id }, query: { subscriptionId } };
  return unwrap(api.POST("/quizzes/{id}/submit", { params, body }));
}
