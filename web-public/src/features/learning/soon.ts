// Calls of a lesson that the server's description does not name yet. Once it does, `api` and the generated types take
// their place and this file goes.
import type { Client } from "openapi-fetch";
import { api } from "web-shared/api/client";

export interface Schemas {
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
