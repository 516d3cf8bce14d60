// The calls of signing in, up and out, and of passwords. A session begins only when nothing stands in its way.
import { queryOptions, useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "web-shared/api/client";
import { challengeOf } from "web-shared/api/problem";
import {
  currentSession,
  leaveSession,
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

/** The password must be changed first. The tokens serve only for that. */
export interface MustReset {
  user: SessionUser;
  tokens: Tokens;
}

/** The second factor is to be given first. */
export interface Challenge {
  challenge: string;
  rememberMe: boolean;
}

/** What a sign-in stops at half-way; null: nothing, the session has begun. */
export type Stop = MustReset | Challenge | null;

/** Thrown when the tokens came but the user behind them could not be read. */
export class UserUnknown extends Error {}

const PLACEHOLDER_PHONE = "0000000000";

const bearer = (tokens: Tokens) => ({ Authorization: `Bearer ${tokens.accessToken}` });

async function signIn({ email, password, rememberMe }: Credentials): Promise<Stop> {
  const call = unwrap(api.POST("/auth/login", { body: { email, password, rememberMe } }));
  return orChallenge(call, rememberMe, (tokens) => begin(tokens, rememberMe));
}

/** Goes on with what was answered, unless the second factor is asked for. */
export async function orChallenge<Answer>(
  call: Promise<Answer>,
  rememberMe: boolean,
  goOn: (answer: Answer) => Stop | Promise<Stop>,
): Promise<Stop> {
  let answer: Answer;
  try {
    answer = await call;
  } catch (error) {
    const challenge = challengeOf(error);
    if (challenge === null) throw error;
    return { challenge, rememberMe };
  }
  return goOn(answer);
}

async function begin(tokens: Tokens, rememberMe: boolean): Promise<MustReset | null> {
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

/** The second half of a sign-in. */
export function useAnswerChallenge({ challenge, rememberMe }: Challenge) {
  return useMutation({
    mutationFn: async (code: string) => {
      const body = { challenge, code };
      return begin(await unwrap(api.POST("/auth/second-factor", { body })), rememberMe);
    },
  });
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
    mutationFn: (ticket: { token: string; nonce?: string | null; rememberMe: boolean }) => {
      const { rememberMe } = ticket;
      const call = unwrap(api.POST("/auth/google", { body: ticket }));
      return orChallenge(call, rememberMe, ({ user, accessToken, refreshToken }) => {
        startSession({ user, accessToken, refreshToken }, rememberMe);
        return null;
      });
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

export function useGoogleUnlink() {
  return useMutation({
    mutationFn: (currentPassword: string) =>
      unwrap(api.DELETE("/auth/google", { body: { currentPassword } })),
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
      leaveSession();
      await navigate("/login");
      if (session) await unwrap(api.POST("/auth/logout", { headers: bearer(session) }));
    },
  });
}
