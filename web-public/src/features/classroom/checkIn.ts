// The call behind the code of a classroom, and what its refusals mean.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { ApiError, NetworkError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";

export type CheckedIn = components["schemas"]["CheckedIn"];

/** A query, not a mutation: however often the page is drawn, the code is sent once. */
export function checkInQuery(code: string) {
  return queryOptions({
    queryKey: ["check-in", code],
    queryFn: () => unwrap(api.POST("/check-in", { body: { code } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

const REFUSALS = [
  "code_expired",
  "code_unknown",
  "not_in_class",
  "check_in_not_open",
  "check_in_over",
] as const;

export type Refusal = (typeof REFUSALS)[number] | "network" | "other";

export function refusalOf(error: unknown): Refusal {
  if (error instanceof NetworkError) return "network";
  const code = error instanceof ApiError ? error.code : null;
  return REFUSALS.find((known) => known === code) ?? "other";
}
