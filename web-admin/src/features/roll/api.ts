// The roll call of a session: closing it, its code.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { ApiError } from "web-shared/api/problem";
import { rosterQuery } from "../../ui/classSessions";

const at = (id: number) => ({ path: { id } });

/** After it the sheet stands; whoever is not marked is named by the refusal. */
export function useClose(session: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/class-sessions/{id}/close", { params: at(session) })),
    onSettled: () => queries.invalidateQueries({ queryKey: ["class-sessions"] }),
  });
}

/** Whose mark is missing, when closing was refused for that. */
export function missingOf(error: unknown): number[] {
  if (!(error instanceof ApiError) || error.code !== "marks_missing") return [];
  const named = error.problem.params?.subscriptionIds;
  return Array.isArray(named) ? named.map(Number) : [];
}

const SCANS_SEEN = 10_000; // milliseconds

/** The class while its roll is called: who scans appears by itself. */
export function rollQuery(session: number) {
  return queryOptions({ ...rosterQuery(session), refetchInterval: SCANS_SEEN });
}

const LOOK_AGAIN = 5000; // milliseconds; the code changes every 20 seconds, and those who scan are counted

export function codeQuery(session: number) {
  return queryOptions({
    queryKey: ["class-sessions", "code", session],
    queryFn: () => unwrap(api.GET("/class-sessions/{id}/check-in-code", { params: at(session) })),
    refetchInterval: LOOK_AGAIN,
    staleTime: 0,
    retry: false,
  });
}
