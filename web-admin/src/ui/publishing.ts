// Publishing a course: what is missing is told first, and it can be taken back.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { ApiError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure } from "web-shared/ui/notify";
import { notifyUndo } from "web-shared/ui/undo";

type Schemas = components["schemas"];
export type WholeCourse = Schemas["EditableCourse"];
type Status = Schemas["EditableCourse"]["status"];
export type Module = Pick<Schemas["Module"], "id" | "title" | "chapters">;
export type CourseStep = "publish" | "unpublish" | "archive";

interface Named {
  id: number;
  name: string;
}

/** Why a course is not published at once: modules without a lesson, or what the server refused. */
export interface UnreadyCourse {
  course: Named;
  empty: Module[];
  error?: unknown;
}

export function lessonCount({ chapters }: Module): number {
  return (chapters ?? []).reduce((sum, { lessonCount }) => sum + (lessonCount ?? 0), 0);
}

/** The modules in which a learner would find nothing to read. */
export function emptyModules({ modules }: { modules: Module[] }): Module[] {
  return modules.filter((module) => lessonCount(module) === 0);
}

/** The step that leads back to a state. */
export const BACK_TO: Record<Status, CourseStep> = {
  DRAFT: "unpublish",
  PUBLISHED: "publish",
  ARCHIVED: "archive",
};

interface Taken {
  id: number;
  step: CourseStep;
  /** The course it is taken from, when it must be no other. */
  version?: number;
}

function take({ id, step, version }: Taken) {
  const params = {
    params: { path: { id } },
    ...(version !== undefined && { headers: { "If-Match": `"${version}"` } }),
  };
  if (step === "publish") return unwrap(api.PATCH("/courses/admin/{id}/publish", params));
  if (step === "archive") return unwrap(api.PATCH("/courses/admin/{id}/archive", params));
  return unwrap(api.PATCH("/courses/admin/{id}/unpublish", params));
}

function refresh(queries: QueryClient) {
  return Promise.all(
    [["courses"], ["attention"]].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
}

/** Takes a step and says what came of it, also when the row has left the list meanwhile. `onUnready`: a course that lacks
 *  something says what. */
export function useCourseStep(onUnready: (unready: UnreadyCourse) => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: take,
    onSettled: () => refresh(queries),
  });
  const asking = useMutation({
    mutationFn: (id: number) =>
      unwrap(api.GET("/courses/admin/{id}", { params: { path: { id } } })),
  });

  /** `from`: the state it was in. */
  async function step(course: Named, from: Status, to: CourseStep): Promise<boolean> {
    let taken: WholeCourse;
    try {
      taken = await mutateAsync({ id: course.id, step: to });
    } catch (error) {
      const lacking = error instanceof ApiError && error.status === 422;
      if (lacking) onUnready({ course, empty: [], error });
      else notifyFailure(errorText(error));
      return false;
    }
    notifyUndo(t(`dashboard.courses.done.${to}`, { name: course.name }), () =>
      mutateAsync({ id: course.id, step: BACK_TO[from], version: taken.version }),
    );
    return true;
  }

  /** Asks before modules without a lesson are shown to the public. */
  async function publish(course: Named, from: Status): Promise<boolean> {
    const whole = await asking.mutateAsync(course.id).catch(() => null);
    const empty = whole ? emptyModules(whole) : [];
    if (empty.length === 0) return step(course, from, "publish");
    onUnready({ course, empty });
    return false;
  }
  return { step, publish, busy: isPending || asking.isPending };
}
