// The calls of proposals: one's own, the one of a mail's link, and the answers.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { ApiError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { SUBSCRIPTIONS } from "web-shared/api/subscriptions";

export type Proposal = components["schemas"]["Proposal"];

/** Whoever answers: by the token of a mail's link, or signed in. */
export type Token = string | null;

export type Answer = "accept" | "refuse";

const PROPOSALS = "proposals";

/** Those that wait for an answer of the signed-in person, and those answered lately; the newest first. */
export const ownProposalsQuery = queryOptions({
  queryKey: [PROPOSALS, "me"],
  queryFn: () => unwrap(api.GET("/proposals/me", {})),
});

export function linkQuery(token: string) {
  return queryOptions({
    queryKey: [PROPOSALS, "link", token],
    queryFn: () => unwrap(api.POST("/proposals/open", { body: { token } })),
  });
}

/** The page of one's own proposal. */
export function proposalAddress({ id }: Pick<Proposal, "id">): string {
  return `/proposition?proposal=${id}`;
}

export function useAnswer({ id }: Pick<Proposal, "id">, token: Token) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (answer: Answer) =>
      unwrap(
        api.POST(`/proposals/{id}/${answer}`, {
          params: { path: { id } },
          ...(token !== null && { body: { token } }),
        }),
      ),
    onSuccess: (answered) => {
      // Not read again: that may fail, and the answer counts already.
      if (token !== null) queries.setQueryData(linkQuery(token).queryKey, answered);
      queries.setQueryData(ownProposalsQuery.queryKey, (all) =>
        all?.map((one) => (one.id === id ? answered : one)),
      );
      for (const key of [SUBSCRIPTIONS, "reservations", "courses"]) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
    // A refusal says that the proposal is not as it was shown.
    onError: (error) => {
      if (error instanceof ApiError) return queries.invalidateQueries({ queryKey: [PROPOSALS] });
    },
  });
}
