// The questions of a level test, its correction, and the courses it led to.

import { keepPreviousData, queryOptions, useQueries, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { type Course, courseQuery } from "web-shared/api/courses";
import { ApiError, isMissing } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";
import { currentLanguage, type InterfaceLanguage } from "web-shared/i18n/i18n";
import type { Taught } from "web-shared/taughtLanguages";
import type { Answers, SheetQuestion } from "web-shared/ui/sheet/question";

export type TestResult = components["schemas"]["TestResult"];

type Asked = components["schemas"]["AttemptQuestion"];

/** A question of a test; its version tells whether it has become another. */
export interface TestQuestion extends SheetQuestion {
  version: number;
}

/** A question as a sheet takes it. */
export function questionOf(one: Asked): TestQuestion {
  return {
    id: one.id,
    version: one.version,
    text: one.question,
    lang: one.lang ?? null,
    typeCode: one.typeCode,
    options: one.options,
    mediaUrl: one.mediaUrl ?? null,
    transcript: one.transcript ?? null,
  };
}

/** Which tests there are, by the code of their language. */
export const offersQuery = queryOptions({
  queryKey: ["tests"],
  queryFn: () => unwrap(api.GET("/tests", {})),
});

export function offerOf(
  { code }: Taught,
  offers: components["schemas"]["TestOffer"][] | undefined,
) {
  return offers?.find(({ language }) => language === code);
}

/** The questions of a taught language, asked in the reader's where they exist in it. */
export function questionsQuery({ key }: Taught, lang: InterfaceLanguage) {
  return queryOptions({
    queryKey: ["tests", key, lang],
    queryFn: async (): Promise<TestQuestion[]> => {
      const params = { path: { language: key }, query: { lang } };
      const questions = await unwrap(api.GET("/tests/{language}", { params }));
      return questions.map(questionOf);
    },
    placeholderData: keepPreviousData,
  });
}

/** In milliseconds. The second press of a double click must not fall on what follows, which would lead elsewhere. */
const DOUBLE_CLICK = 400;

/** The answer to a press of a button, once a second press of it can no longer follow. */
export async function afterPress<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const pressed = new Promise((over) => setTimeout(over, DOUBLE_CLICK));
  const [answered] = await Promise.all([answer, pressed]);
  return answered;
}

/** Hands in the answers to all questions. A refusal may mean that the questions have changed: they are asked for again. */
export function useHandIn(language: Taught, questions: SheetQuestion[]) {
  const client = useQueryClient();
  return useSendOnce(async (answers: Answers): Promise<TestResult> => {
    try {
      const sent = api.POST("/tests/{language}/submit", {
        params: { path: { language: language.key } },
        body: questions.map(({ id }) => ({ questionId: id, givenAnswer: answers[id] ?? "" })),
      });
      return await afterPress(unwrap(sent));
    } catch (error) {
      if (error instanceof ApiError)
        void client.invalidateQueries(questionsQuery(language, currentLanguage()));
      throw error;
    }
  });
}

/** Of these courses, those with a place left today; until that is known, they are as they were. */
export function useOpenCourses(courses: Course[]): Course[] {
  const found = useQueries({
    queries: courses.map((course) => ({ ...courseQuery(course.id), placeholderData: course })),
  });
  return courses.flatMap((before, at) => {
    const { data = before, error } = found[at] ?? {};
    return data.bookable && !isMissing(error) ? data : [];
  });
}
