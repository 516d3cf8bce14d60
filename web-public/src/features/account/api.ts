// The calls of signing in, up and out, and of passwords. A session begins only when nothing stands in its way.
import { queryOptions, useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "web-shared/api/client";
import {
  currentSession,
  endSession,
  type SessionUser,
  startSession,
  type Tokens,
} from "web-shared/api/session";
import { today } from "web-shared/format/format";

export interface Credentials {
  email: string;
  password: string;
  rememberMe: boolean;
}

/** A sign-in that stops half-way: the password must be changed first. The tokens serve only for that. */
export interface MustReset {
  user: SessionUser;
  tokens: Tokens;
}

/** Thrown when the tokens came but the user behind them could not be read. */
export class UserUnknown extends Error {}

const PLACEHOLDER_PHONE = "0000000000";

const bearer = (tokens: Tokens) => ({ Authorization: `Bearer ${tokens.accessToken}` });

/** Null when signed in, else what must be done before. */
async function signIn({ email, password, rememberMe }: Credentials): Promise<MustReset | null> {
  const tokens = await unwrap(api.POST("/auth/login", { body: { email, password, rememberMe } }));
  const user = await unwrap(api.GET("/users/me", { headers: bearer(tokens) })).catch((cause) => {
    throw new UserUnknown("user", { cause });
  });
  if (user.mustResetPassword) return { user, tokens };
  startSession({ ...tokens, user }, rememberMe);
  return null;
}

export function useSignIn() {
  return useMutation({ mutationFn: signIn });
}

export function useForcedReset() {
  return useMutation({
    mutationFn: ({ user, tokens, newPassword }: MustReset & { newPassword: string }) =>
      unwrap(
        api.PUT("/users/{id}/reset-password", {
          params: { path: { id: user.id } },
          headers: bearer(tokens),
          body: { newPassword },
        }),
      ),
  });
}

export function useSignUp() {
  return useMutation({
    mutationFn: (person: {
      firstName: string;
      lastName: string;
      email: string;
      password: string;
    }) =>
      unwrap(
        api.POST("/auth/register", {
          body: {
            ...person,
            phoneNumber: PLACEHOLDER_PHONE,
            role: "STUDENT",
            registrationDate: today(),
          },
          parseAs: "text",
        }),
      ),
  });
}

/** What the sign-in page needs to know: whether Google may be used. */
export const authConfigQuery = queryOptions({
  queryKey: ["auth", "config"],
  queryFn: () => unwrap(api.GET("/auth/config", {})),
  staleTime: 5 * 60_000, // half the life of the nonce
});

export function useGoogleSignIn() {
  return useMutation({
    mutationFn: async (ticket: { token: string; nonce?: string | null; rememberMe: boolean }) => {
      const { user, accessToken, refreshToken } = await unwrap(
        api.POST("/auth/google", { body: ticket }),
      );
      startSession({ user, accessToken, refreshToken }, ticket.rememberMe);
      return user;
    },
  });
}

/** Links Google with the account that is signed in. The session that comes with the answer is not needed. */
export function useGoogleLink() {
  return useMutation({
    mutationFn: async (ticket: {
      token: string;
      nonce?: string | null;
      currentPassword: string | null;
    }) => {
      const answer = await unwrap(api.POST("/auth/google", { body: { ...ticket, link: true } }));
      await unwrap(api.POST("/auth/logout", { headers: bearer(answer) })).catch(() => null);
      return answer.user;
    },
  });
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST("/users/forgot-password", { body: { email } })),
  });
}

export function useResetByMail() {
  return useMutation({
    mutationFn: (reset: { id: number; token: string; newPassword: string }) =>
      unwrap(
        api.PUT("/users/{id}/reset-password", {
          params: { path: { id: reset.id } },
          body: { token: reset.token, newPassword: reset.newPassword },
        }),
      ),
  });
}

/** Leaves at once; the server is told, and forgets by itself if it cannot be reached. */
export function useSignOut() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const session = currentSession();
      endSession();
      await navigate("/login");
      if (session) await unwrap(api.POST("/auth/logout", { headers: bearer(session) }));
    },
  });
}
