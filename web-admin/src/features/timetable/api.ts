// Sessions of classes, the rules they are made by, and what they need: rooms, teachers, days on which the school is open.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { allRows, api, unwrap } from "web-shared/api/client";
import { ApiError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";
import { csvImport } from "../../ui/csv";

type Schemas = components["schemas"];
export type ClassSession = Schemas["ClassSession"];
export type ClassSessionInput = Schemas["ClassSessionInput"];
export type Closure = Schemas["Closure"];
export type Closures = Schemas["Closures"];
export type HolidayDay = Schemas["HolidayDay"];
export type OtherSession = Schemas["OtherSession"];
export type PreviewDate = Schemas["PreviewDate"];
export type Room = Schemas["Room"];
export type SeriesInput = Schemas["SeriesInput"];
export type SeriesPreview = Schemas["SeriesPreview"];
export type SessionSeries = Schemas["SessionSeries"];
export type Course = Schemas["EditableCourse"];

export const roomsQuery = queryOptions({
  queryKey: ["rooms"],
  queryFn: () => unwrap(api.GET("/rooms", {})),
});

export const closuresQuery = queryOptions({
  queryKey: ["closures"],
  queryFn: () => unwrap(api.GET("/closures", {})),
});

export const teachersQuery = queryOptions({
  queryKey: ["teachers"],
  queryFn: () => unwrap(api.GET("/teachers")),
});

/** Every course of the school: a session belongs to one. */
export const coursesQuery = queryOptions({
  queryKey: ["courses", "all"],
  queryFn: () => allRows((query) => api.GET("/courses", { params: { query } })),
});

export function courseQuery(id: number) {
  return queryOptions({
    queryKey: ["courses", "whole", id],
    queryFn: () => unwrap(api.GET("/courses/admin/{id}", { params: { path: { id } } })),
  });
}

export interface Asked {
  courseId?: number;
  roomId?: number;
  teacherId?: number;
  /** `yyyy-mm-dd`, at most 92 days apart; of a course both may be left out. */
  from?: string;
  to?: string;
}

export function sessionsQuery(asked: Asked) {
  return queryOptions({
    queryKey: ["class-sessions", asked],
    queryFn: () => unwrap(api.GET("/class-sessions", { params: { query: { ...asked } } })),
  });
}

export function seriesQuery(courseId: number) {
  return queryOptions({
    queryKey: ["session-series", courseId],
    queryFn: () =>
      unwrap(api.GET("/session-series/course/{courseId}", { params: { path: { courseId } } })),
  });
}

/** What saving this rule would do. */
export function previewQuery(body: SeriesInput) {
  return queryOptions({
    queryKey: ["session-series", "preview", body],
    queryFn: () => unwrap(api.POST("/session-series/preview", { body })),
    gcTime: 60_000,
  });
}

/** A row as it was seen: what is written replaces that, and nothing newer. */
export type Seen = Pick<ClassSession, "id" | "version">;

const at = ({ id, version }: Seen) => ({
  params: { path: { id } },
  headers: { "If-Match": `"${version}"` },
});
const once = (key: string) => ({ headers: { "Idempotency-Key": key } });

/** All that a session or a rule may change: other sessions, what previews say, the dates of the course. */
export function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [["class-sessions"], ["session-series"], ["courses"], ["attention"]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}

export function useAddSession() {
  const refresh = useRefresh();
  return useSendOnce((body: ClassSessionInput, key: string) =>
    unwrap(api.POST("/class-sessions", { body, ...once(key) })).finally(() => void refresh()),
  );
}

export function useChangeSession() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ seen, body }: { seen: Seen; body: ClassSessionInput }) =>
      unwrap(api.PUT("/class-sessions/{id}", { body, ...at(seen) })),
    onSettled: () => void refresh(),
  });
}

export function useCancelSession() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ seen, reason }: { seen: Seen; reason: string }) =>
      unwrap(api.PATCH("/class-sessions/{id}/cancel", { body: { reason }, ...at(seen) })),
    onSettled: () => void refresh(),
  });
}

export function useDeleteSession() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (seen: Seen) => unwrap(api.DELETE("/class-sessions/{id}", at(seen))),
    onSettled: () => void refresh(),
  });
}

export function useSaveSeries() {
  const refresh = useRefresh();
  return useSendOnce(
    ({ over, body }: { over: SessionSeries | null; body: SeriesInput }, key: string) => {
      const sent = over
        ? api.PUT("/session-series/{id}", { body, ...at(over) })
        : api.POST("/session-series", { body, ...once(key) });
      return unwrap(sent).finally(() => void refresh());
    },
  );
}

export function useDeleteSeries() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (seen: Seen) => unwrap(api.DELETE("/session-series/{id}", at(seen))),
    onSettled: () => void refresh(),
  });
}

const CLASHES = ["room_taken", "teacher_taken"] as const;

export interface Clash {
  code: "room_taken" | "teacher_taken";
  session: OtherSession;
}

/** The other session, when a room or a teacher would be in two places at once. */
export function clashOf(error: unknown): Clash | null {
  if (!(error instanceof ApiError)) return null;
  const code = CLASHES.find((one) => one === error.code);
  const session = error.problem.params?.session as OtherSession | undefined;
  if (!code) return null;
  return session ? { code, session } : null;
}

/** Whether it was refused because it lies outside the dates of its course. */
export function isOutside(error: unknown): boolean {
  return error instanceof ApiError && error.code === "outside_course_dates";
}

export type ImportedSession = components["schemas"]["TimetableImportLine"];

/** Imports a file of sessions, or only reports what it would do. */
export function useImport() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (sent: { file: File; dryRun: boolean }) =>
      unwrap(api.POST("/class-sessions/import", csvImport(sent))),
    onSuccess: (report) => {
      if (!report.dryRun) void refresh();
    },
  });
}
