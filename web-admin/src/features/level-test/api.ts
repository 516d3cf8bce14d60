// The questions of the level tests as staff reads and writes them, one by one, together, or as a file.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";
import { csvImport, saveCsv } from "../../ui/csv";
import { type QuestionDraft, translationsOf, writtenOf } from "../../ui/question";

type Schemas = components["schemas"];
export type Language = Schemas["Language"];
export type TestQuestion = Schemas["TestQuestion"];
export type Statistics = Schemas["TestStatistics"];
export type ItemStatistics = Schemas["ItemStatistics"];
export type Report = Schemas["TestImport"];
export type ReportLine = Schemas["TestImportLine"];

const TESTS = "tests";

export const languagesQuery = queryOptions({
  queryKey: ["languages"],
  queryFn: () => unwrap(api.GET("/languages")),
});

export function questionsQuery(language: string) {
  return queryOptions({
    queryKey: [TESTS, language],
    queryFn: () => unwrap(api.GET("/tests/{language}", { params: { path: { language } } })),
  });
}

/** How the questions do; only the school's server knows it. */
export function statisticsQuery(language: string) {
  return queryOptions({
    queryKey: [TESTS, language, "statistics"],
    queryFn: () =>
      unwrap(api.GET("/tests/{language}/statistics", { params: { path: { language } } })),
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [TESTS] });
}

function inputOf(draft: QuestionDraft) {
  return {
    ...writtenOf(draft),
    question: draft.text.trim(),
    level: draft.level,
    inFixedTest: draft.inFixedTest,
    translations: translationsOf(draft),
  };
}

/** Several new questions: all of them or none. */
export function useAdd(language: string) {
  const refresh = useRefresh();
  return useSendOnce(async (drafts: QuestionDraft[], key) => {
    const body = drafts.map((draft) => ({ ...inputOf(draft), language }));
    const made = await unwrap(
      api.POST("/tests/create", { body, headers: { "Idempotency-Key": key } }),
    );
    void refresh();
    return made;
  });
}

const seen = ({ id, version }: TestQuestion) => ({
  params: { path: { id } },
  headers: { "If-Match": `"${version}"` },
});

export function useChange() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ question, draft }: { question: TestQuestion; draft: QuestionDraft }) =>
      unwrap(api.PUT("/tests/{id}/update", { body: inputOf(draft), ...seen(question) })),
    onSettled: refresh,
  });
}

export function useRemove() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (question: TestQuestion) =>
      unwrap(api.DELETE("/tests/{id}/delete", seen(question))),
    onSettled: refresh,
  });
}

/** What a file would do (`dryRun`), or does. */
export function useImport() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (sent: { file: File; dryRun: boolean }) =>
      unwrap(api.POST("/tests/import", csvImport(sent))),
    onSuccess: (report) => {
      if (!report.dryRun) void refresh();
    },
  });
}

/** Hands the browser the questions of a language as a file. */
export function useExport() {
  return useMutation({
    mutationFn: async ({ code }: Language) => {
      const language = { params: { path: { language: code } } };
      const file = await unwrap(
        api.GET("/tests/{language}/export", { ...language, parseAs: "blob" }),
      );
      saveCsv(`test-${code}`, file as unknown as Blob); // not as text, which would lose its mark of UTF-8
    },
  });
}
