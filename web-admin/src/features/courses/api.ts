// Courses as staff sees and writes them.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { allRows, api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";
import type { CourseMinimum } from "../../ui/decisionTypes";

export type EditableCourse = components["schemas"]["EditableCourse"] & CourseMinimum;
export type CourseBody = components["schemas"]["CourseForm"] &
  Pick<CourseMinimum, "minimumLearners" | "decisionDay">;

/** Every course of the school, whatever its state. */
export const coursesQuery = queryOptions({
  queryKey: ["courses", "all"],
  queryFn: () => allRows((query) => api.GET("/courses", { params: { query } })),
});

/** Always as it is now: it is about to be changed. */
export function editableQuery(id: number) {
  return queryOptions({
    queryKey: ["editable-course", id],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: () => unwrap(api.GET("/courses/admin/{id}", { params: { path: { id } } })),
  });
}

/** What a course refers to. */
export type References = Awaited<ReturnType<typeof references>>;

async function references() {
  const [languages, levels, teachers] = await Promise.all([
    unwrap(api.GET("/languages/details", {})),
    unwrap(api.GET("/levels", {})),
    unwrap(api.GET("/teachers", {})),
  ]);
  return { languages, levels, teachers };
}

export const referencesQuery = queryOptions({ queryKey: ["references"], queryFn: references });

/** A mutation after which every list of courses is asked for again. */
function useCourseChange<Wanted, Answer>(change: (wanted: Wanted) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => refresh(queries) });
}

function refresh(queries: ReturnType<typeof useQueryClient>) {
  return Promise.all(
    [["courses"], ["attention"]].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
}

export function useDuplicate() {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useSendOnce((id: number, key: string) =>
    unwrap(
      api.POST("/courses/admin/{id}/duplicate", {
        params: { path: { id } },
        headers: { "Idempotency-Key": key },
      }),
    ).finally(() => refresh(queries)),
  );
  return { mutateAsync, isPending };
}

export function useDeleteCourse() {
  return useCourseChange((id: number) =>
    unwrap(api.DELETE("/courses/admin/{id}", { params: { path: { id } } })),
  );
}

interface Save {
  /** Nothing for a course that is yet to be. */
  saved?: Pick<EditableCourse, "id" | "version"> | undefined;
  body: CourseBody;
}

/** Saves a course with all its parts, whole or not at all. */
export function useSaveCourse() {
  const queries = useQueryClient();
  return useSendOnce(({ saved, body }: Save, key: string) => {
    const headers = { "Idempotency-Key": key };
    const sent = saved
      ? api.PUT("/courses/admin/{id}", {
          params: { path: { id: saved.id } },
          headers: { ...headers, "If-Match": `"${saved.version}"` },
          body,
        })
      : api.POST("/courses/admin", { headers, body });
    return unwrap<EditableCourse>(sent).then((course) => {
      void refresh(queries);
      return course;
    });
  });
}
