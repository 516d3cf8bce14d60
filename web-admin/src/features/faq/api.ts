// Questions and answers of the school, by category and in their order.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { allRows, api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";

type Schemas = components["schemas"];

export type Category = Schemas["FaqCategory"];
export type Entry = Schemas["FaqEntry"];
export type EntryInput = Schemas["FaqInput"];

const FAQ = "faq";

export const categoriesQuery = queryOptions({
  queryKey: [FAQ, "categories"],
  queryFn: () => unwrap(api.GET("/faq/categories", {})),
});

export const entriesQuery = queryOptions({
  queryKey: [FAQ, "all"],
  queryFn: () => allRows((query) => api.GET("/faq", { params: { query } })),
});

function useFresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [FAQ] });
}

export function useAddEntry() {
  const refresh = useFresh();
  return useSendOnce(async (body: EntryInput, key: string) => {
    const headers = { "Idempotency-Key": key };
    const entry = await unwrap(api.POST("/faq", { body, headers }));
    void refresh();
    return entry;
  });
}

export function useChangeEntry() {
  const refresh = useFresh();
  return useMutation({
    mutationFn: ({ over, body }: { over: Entry; body: EntryInput }) =>
      unwrap(
        api.PUT("/faq/{id}", {
          params: { path: { id: over.id } },
          headers: { "If-Match": `"${over.version}"` },
          body,
        }),
      ),
    onSettled: () => void refresh(),
  });
}

export function useDeleteEntry(id: number) {
  const refresh = useFresh();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/faq/{id}", { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

interface Order {
  /** Code of the category. */
  category: string;
  ids: number[];
}

/** Puts the entries of a category into another order: here at once, and as it was when the server refuses. One order
 *  waits for the one before it, so that nothing has to be disabled meanwhile and lose the focus. */
export function useOrder() {
  const queries = useQueryClient();
  const refresh = useFresh();
  return useMutation({
    scope: { id: "faq-order" },
    mutationFn: ({ category, ids }: Order) => {
      const known = queries.getQueryData(categoriesQuery.queryKey);
      const version = known?.find(({ code }) => code === category)?.version;
      return unwrap(
        api.PUT("/faq/category/{category}/order", {
          params: { path: { category } },
          headers: { "If-Match": `"${version}"` },
          body: ids,
        }),
      );
    },
    onMutate: async ({ ids }) => {
      await queries.cancelQueries({ queryKey: [FAQ] });
      queries.setQueryData(entriesQuery.queryKey, (entries) => entries && inOrder(entries, ids));
    },
    onSettled: refresh,
  });
}

/** The entries of these ids in their order, at the places that they have among the others. */
export function inOrder(entries: readonly Entry[], ids: readonly number[]): Entry[] {
  const moved = ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  return entries.map((entry) => (ids.includes(entry.id) ? (moved.shift() ?? entry) : entry));
}
