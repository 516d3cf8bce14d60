// Comments as staff sees them: shown or hidden, with who wrote them.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";

export type Comment = components["schemas"]["Comment"];

export const SIZE = 20;
export const SHOWN = ["all", "hidden", "visible"] as const;
export type Shown = (typeof SHOWN)[number];

const ACTIVE: Record<Shown, boolean | undefined> = {
  all: undefined,
  hidden: false,
  visible: true,
};

export function commentsQuery(shown: Shown, page: number) {
  return queryOptions({
    queryKey: ["comments", shown, page],
    queryFn: async () => {
      const query = { page, size: SIZE, active: ACTIVE[shown] };
      const answer = await unwrap(api.GET("/comments", { params: { query } }));
      return "items" in answer ? answer : { items: answer, total: answer.length };
    },
  });
}

/** Shows a comment or hides it; the row becomes what the server answers. */
export function useCommentStatus() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: { id: number; active: boolean }) =>
      unwrap(api.PATCH("/comments/{id}/status", { params: { path: { id } }, body: { active } })),
    onSuccess: (changed) => {
      queries.setQueriesData<{ items: Comment[]; total: number }>(
        { queryKey: ["comments"] },
        (page) =>
          page && {
            ...page,
            items: page.items.map((one) => (one.id === changed.id ? changed : one)),
          },
      );
      void queries.invalidateQueries({ queryKey: ["attention"] });
    },
  });
}

export function useDeleteComment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.DELETE("/comments/{id}", { params: { path: { id } } })),
    onSuccess: () =>
      Promise.all(
        [["comments"], ["attention"]].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}

export function useAddComment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { message: string; rating: number }) =>
      unwrap(api.POST("/comments", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["comments"] }),
  });
}
