// What stands inside modules, kind by kind: each is read under its parent, made, changed, deleted and put in order by the
// same five calls. What a change is compared with is the version that was read.
import type { QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { remember } from "../../ui/files";

type Schemas = components["schemas"];

export type Course = Schemas["EditableCourse"];
export type Module = Schemas["Module"];
export type Chapter = Schemas["Chapter"];
export type Lesson = Schemas["Lesson"];
export type Resource = Schemas["Resource"];
export type Quiz = Schemas["Quiz"];
export type QuizQuestion = Schemas["QuizQuestion"];
export type ResourceType = Schemas["ResourceType"];

/** What the query keys begin with. */
export const CONTENT = "content";
export const COURSES = "courses";

export const MODULES = "modules";

export interface Row {
  id: number;
  version: number;
}

/** Rows of one kind under one parent. */
export interface Kind<R extends Row, Input> {
  name: string;
  /** One of them, as the journal calls it. */
  thing: string;
  list: (parentId: number) => Promise<R[]>;
  create: (body: Input, key: string) => Promise<R>;
  change: (row: Row, body: Input) => Promise<R>;
  remove: (row: Row) => Promise<unknown>;
}

/** Of these each parent keeps an order, which its version stands for. */
export interface OrderedKind<R extends Row, Input> extends Kind<R, Input> {
  arrange: (parent: Row, ids: number[]) => Promise<R[]>;
}

const at = (id: number) => ({ params: { path: { id } } });
const once = (key: string) => ({ headers: { "Idempotency-Key": key } });
const ifMatch = ({ version }: Row) => ({ headers: { "If-Match": `"${version}"` } });

export const chapters: OrderedKind<Chapter, Schemas["ChapterInput"]> = {
  name: "chapters",
  thing: "chapter",
  list: (moduleId) =>
    unwrap(api.GET("/chapters/module/{moduleId}", { params: { path: { moduleId } } })),
  create: (body, key) => unwrap(api.POST("/chapters", { body, ...once(key) })),
  change: (row, body) =>
    unwrap(api.PUT("/chapters/{id}", { ...at(row.id), body, ...ifMatch(row) })),
  remove: (row) => unwrap(api.DELETE("/chapters/{id}", { ...at(row.id), ...ifMatch(row) })),
  arrange: (parent, body) => {
    const params = { path: { moduleId: parent.id } };
    return unwrap(
      api.PUT("/chapters/module/{moduleId}/order", { params, body, ...ifMatch(parent) }),
    );
  },
};

export const lessons: OrderedKind<Lesson, Schemas["LessonInput"]> = {
  name: "lessons",
  thing: "lesson",
  list: (chapterId) =>
    unwrap(api.GET("/chapter-lessons/chapter/{chapterId}", { params: { path: { chapterId } } })),
  create: (body, key) => unwrap(api.POST("/chapter-lessons", { body, ...once(key) })),
  change: (row, body) =>
    unwrap(api.PUT("/chapter-lessons/{id}", { ...at(row.id), body, ...ifMatch(row) })),
  remove: (row) => unwrap(api.DELETE("/chapter-lessons/{id}", { ...at(row.id), ...ifMatch(row) })),
  arrange: (parent, body) => {
    const params = { path: { chapterId: parent.id } };
    return unwrap(
      api.PUT("/chapter-lessons/chapter/{chapterId}/order", { params, body, ...ifMatch(parent) }),
    );
  },
};

export const resources: OrderedKind<Resource, Schemas["ResourceInput"]> = {
  name: "resources",
  thing: "resource",
  list: async (lessonId) => {
    const params = { path: { lessonId } };
    const rows = await unwrap(api.GET("/resources/lesson/{lessonId}", { params }));
    for (const { url, link, captionsUrl, captionsLink } of rows) {
      remember(url, link);
      remember(captionsUrl, captionsLink);
    }
    return rows;
  },
  create: (body, key) => unwrap(api.POST("/resources", { body, ...once(key) })),
  change: (row, body) =>
    unwrap(api.PUT("/resources/{id}", { ...at(row.id), body, ...ifMatch(row) })),
  remove: (row) => unwrap(api.DELETE("/resources/{id}", { ...at(row.id), ...ifMatch(row) })),
  arrange: (parent, body) => {
    const params = { path: { lessonId: parent.id } };
    return unwrap(
      api.PUT("/resources/lesson/{lessonId}/order", { params, body, ...ifMatch(parent) }),
    );
  },
};

export const quizzes: Kind<Quiz, Schemas["QuizInput"]> = {
  name: "quizzes",
  thing: "quiz",
  list: (lessonId) =>
    unwrap(api.GET("/quizzes/lesson/{lessonId}", { params: { path: { lessonId } } })),
  create: (body, key) => unwrap(api.POST("/quizzes", { body, ...once(key) })),
  change: (row, body) => unwrap(api.PUT("/quizzes/{id}", { ...at(row.id), body, ...ifMatch(row) })),
  remove: (row) => unwrap(api.DELETE("/quizzes/{id}", { ...at(row.id), ...ifMatch(row) })),
};

export const questions: OrderedKind<QuizQuestion, Schemas["QuizQuestionInput"]> = {
  name: "questions",
  thing: "quiz-question",
  list: async (quizId) => {
    const params = { path: { quizId } };
    const rows = await unwrap(api.GET("/questions/quiz/{quizId}", { params }));
    for (const { mediaUrl, mediaLink } of rows) remember(mediaUrl, mediaLink);
    return rows;
  },
  create: (body, key) => unwrap(api.POST("/questions", { body, ...once(key) })),
  change: (row, body) =>
    unwrap(api.PUT("/questions/{id}", { ...at(row.id), body, ...ifMatch(row) })),
  remove: (row) => unwrap(api.DELETE("/questions/{id}", { ...at(row.id), ...ifMatch(row) })),
  arrange: (parent, body) => {
    const params = { path: { quizId: parent.id } };
    return unwrap(api.PUT("/questions/quiz/{quizId}/order", { params, body, ...ifMatch(parent) }));
  },
};

/** Corrects answers as for a learner. */
export function correctQuiz(id: number, body: Schemas["Answer"][]) {
  return unwrap(api.POST("/quizzes/{id}/submit", { ...at(id), body }));
}

/** One resource as it is now. */
export function readResource(id: number): Promise<Resource> {
  return unwrap(api.GET("/resources/{id}", at(id)));
}

export function readCourse(id: number): Promise<Course> {
  return unwrap(api.GET("/courses/admin/{id}", at(id)));
}

/** The newest version of a row that anything in memory holds. */
export function newest<R extends Row>(queries: QueryClient, name: string, row: R): R {
  const key = name === MODULES ? [COURSES] : [CONTENT, name];
  const known = queries.getQueriesData<unknown>({ queryKey: key }).flatMap(([, data]) => data);
  const rows = (name === MODULES ? known.flatMap(modulesOf) : known) as (Row | undefined)[];
  const same = rows.filter((one) => one !== undefined).filter(({ id }) => id === row.id);
  return { ...row, version: Math.max(row.version, ...same.map(({ version }) => version)) };
}

function modulesOf(course: unknown): Module[] {
  return (course as Partial<Course> | undefined)?.modules ?? [];
}
