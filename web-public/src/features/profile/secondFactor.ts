// The calls of one's own second factor.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { meQuery, sessionsQuery, useRemember } from "./api";

export type SecondFactorState = components["schemas"]["SecondFactor"];
export type Setup = components["schemas"]["SecondFactorSetup"];

export const secondFactorQuery = queryOptions({
  queryKey: ["users", "me", "second-factor"],
  queryFn: () => unwrap(api.GET("/users/me/second-factor", {})),
});

/** A secret that is to be confirmed. Accounts without a password send none. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (currentPassword: string | null) =>
      unwrap(api.POST("/users/me/second-factor", { body: { currentPassword } })),
  });
}

/** What depends on whether there is a second factor is asked for anew. */
function useFresh() {
  const queries = useQueryClient();
  const remember = useRemember();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
      queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
      queries.fetchQuery({ ...meQuery, staleTime: 0 }).then(remember),
    ]);
  };
}

/** Answers the recovery codes. The other sessions are over. */
export function useConfirmSecondFactor() {
  const refresh = useFresh();
  return useMutation({
    mutationFn: (code: string) =>
      unwrap(api.POST("/users/me/second-factor/confirm", { body: { code } })),
    onSuccess: () => void refresh(),
  });
}

export function useRenewCodes() {
  const refresh = useFresh();
  return useMutation({
    mutationFn: (code: string) =>
      unwrap(api.POST("/users/me/second-factor/recovery-codes", { body: { code } })),
    onSuccess: () => void refresh(),
  });
}

export function useEndSecondFactor() {
  const refresh = useFresh();
  return useMutation({
    mutationFn: (code: string) => unwrap(api.DELETE("/users/me/second-factor", { body: { code } })),
    onSuccess: () => void refresh(),
  });
}
