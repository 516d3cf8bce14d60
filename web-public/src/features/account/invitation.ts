// The calls of a teacher's invitation.
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { ApiError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { startSession } from "web-shared/api/session";
import { orChallenge, type Stop } from "./api";

export type Invitation = components["schemas"]["InvitationFound"];

export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["teachers", "invitation", token],
    queryFn: () => unwrap(api.POST("/teachers/invitation", { body: { token } })),
    retry: false,
  });
}

/** Whether the link is of no use any more: used, too old, or not one of ours. */
export function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 404);
}

/** Accepts, with a password where there is no account yet; answers what the sign-in stops at. */
export function useAccept(token: string) {
  return useMutation({
    mutationFn: (password: string | null): Promise<Stop> => {
      const body = { token, ...(password !== null && { password }) };
      const call = unwrap(api.POST("/teachers/invitation/accept", { body }));
      return orChallenge(call, false, ({ user, accessToken, refreshToken }) => {
        startSession({ user, accessToken, refreshToken }, false);
        return null;
      });
    },
  });
}
