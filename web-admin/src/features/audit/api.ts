// The journal: what staff wrote, the newest first.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";

export type Entry = components["schemas"]["JournalEntry"];
export type Writer = components["schemas"]["JournalWriter"];

export const SIZE = 20;

export interface Filters {
  kind: string;
  /** Id of who did it. */
  person: string;
  /** `yyyy-mm-dd`. */
  from: string;
  to: string;
}

export function journalQuery({ kind, person, from, to }: Filters, page: number) {
  const query = {
    page,
    size: SIZE,
    entity: kind || undefined,
    userId: person ? Number(person) : undefined,
    from: from || undefined,
    to: to || undefined,
  };
  return queryOptions({
    queryKey: ["journal", query],
    queryFn: () => unwrap(api.GET("/audit", { params: { query } })),
  });
}
