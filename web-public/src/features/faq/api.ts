// The questions as the site shows them: by category, in the school's order, in the reader's language where they exist in it.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, rows, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import type { InterfaceLanguage } from "web-shared/i18n/i18n";

export type Entry = components["schemas"]["FaqEntry"];

/** A category with its entries; one without any is not shown. */
export interface Topic {
  code: string;
  label: string;
  entries: Entry[];
}

export function topicsQuery(lang: InterfaceLanguage) {
  return queryOptions({
    queryKey: ["faq", lang],
    queryFn: async (): Promise<Topic[]> => {
      const [categories, answer] = await Promise.all([
        unwrap(api.GET("/faq/categories")),
        unwrap(api.GET("/faq", { params: { query: { lang } } })),
      ]);
      const entries = Map.groupBy(rows(answer), (entry) => entry.category);
      return categories
        .map(({ code, label }) => ({ code, label, entries: entries.get(code) ?? [] }))
        .filter((topic) => topic.entries.length > 0);
    },
    placeholderData: keepPreviousData,
  });
}
