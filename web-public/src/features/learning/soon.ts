// Calls of a lesson that the server's description does not name yet. Once it does, `api` and the generated types take
// their place and this file goes.
import type { Client } from "openapi-fetch";
import { api } from "web-shared/api/client";

interface Standing {
  id: number;
  percent: number;
  completed: boolean;
}

interface CourseStanding extends Standing {
  completionNotified: boolean;
}

interface Chapter extends Standing {
  title: string;
  orderIndex: number;
  lessons: { id: number; title: string; orderIndex: number; viewed: boolean }[];
}

interface ModuleLink {
  moduleId: number;
  title: string;
}

export interface Schemas {
  LearningModule: {
    subscriptionId: number;
    courseId: number;
    courseName: string;
    courseSlug: string;
    languageCode: string;
    level: string;
    moduleId: number;
    title: string;
    description?: string | null;
    orderIndex: number;
    position: number;
    moduleCount: number;
    moduleIds: number[];
    percent: number;
    completed: boolean;
    course: CourseStanding;
    chapters: Chapter[];
    resumeLessonId?: number | null;
    previousModule?: ModuleLink | null;
    nextModule?: ModuleLink | null;
  };
  LessonView: {
    lesson: { id: number; viewed: boolean };
    chapter: Standing;
    module: Standing;
    course: CourseStanding;
  };
  Resource: {
    id: number;
    version: number;
    chapterLessonId: number;
    title: string;
    url: string;
    type: "PDF" | "VIDEO" | "LINK";
    captionsUrl?: string | null;
    youtubeId?: string | null;
    orderIndex: number;
  };
  Quiz: {
    id: number;
    instructions: string;
    questions: {
      id: number;
      questionText: string;
      typeCode: "QCM" | "TRUE_FALSE" | "TEXT" | "CLOZE" | "AUDIO";
      options: string[];
      mediaUrl?: string | null;
      transcript?: string | null;
    }[];
  };
  QuizResult: {
    score: number;
    total: number;
    percent: number;
    results: {
      questionId: number;
      outcome: "right" | "nearly" | "wrong";
      correctAnswer: string;
      explanation?: string | null;
    }[];
  };
}

interface Call<Parameters, Answer> {
  parameters: Parameters;
  responses: { 200: { content: { "application/json": Answer } } };
}

interface Paths {
  "/progress/module": {
    get: Call<{ query: { subscriptionId: number; moduleId: number } }, Schemas["LearningModule"]>;
  };
  "/progress/view": {
    post: Call<{ query: { subscriptionId: number; lessonId: number } }, Schemas["LessonView"]>;
  };
  "/resources/lesson/{lessonId}": {
    get: Call<{ path: { lessonId: number } }, Schemas["Resource"][]>;
  };
  "/quizzes/lesson/{lessonId}": {
    get: Call<{ path: { lessonId: number } }, Schemas["Quiz"][]>;
  };
  "/quizzes/{id}/submit": {
    post: Call<
      { path: { id: number }; query: { subscriptionId: number } },
      Schemas["QuizResult"]
    > & {
      requestBody: {
        content: { "application/json": { questionId: number; givenAnswer: string | string[] }[] };
      };
    };
  };
}

export const soon = api as unknown as Client<Paths>;
