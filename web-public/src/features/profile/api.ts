// The calls of a person's own pages: what they say of themselves, where they are signed in, what they bought.
import {
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { clockOffset } from "web-shared/api/clockOffset";
import { type Learner, learnersQuery } from "web-shared/api/learners";
import { ApiError, isMissing } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { type SessionUser, updateUser } from "web-shared/api/session";

type Schemas = components["schemas"];

export type User = SessionUser;
export type OpenSession = Schemas["Session"];
export type Refund = Schemas["RefundView"];
/** A reservation as its payer sees it. */
export type Bought = Schemas["Reservation"] & { purchase: Schemas["Purchase"] };

export const meQuery = queryOptions({
  queryKey: ["users", "me"],
  queryFn: () => unwrap(api.GET("/users/me", {})),
});

export const sessionsQuery = queryOptions({
  queryKey: ["auth", "sessions"],
  queryFn: () => unwrap(api.GET("/auth/sessions", {})),
});

/** What this person paid or is to pay, the newest first; and how far the server's clock is ahead. */
export const purchasesQuery = queryOptions({
  queryKey: ["reservations", "me"],
  queryFn: async () => {
    const call = api.GET("/reservations/me", {});
    const reservations = await unwrap(call);
    const bought = reservations.filter((one): one is Bought => Boolean(one.purchase));
    return { bought, offset: clockOffset((await call).response) };
  },
});

export type TestAttempt = Schemas["TestAttempt"];
export type QuizAttempt = Schemas["QuizAttempt"];

/** The level tests and quizzes this person took, the newest first. */
export const attemptsQuery = queryOptions({
  queryKey: ["attempts", "me"],
  queryFn: () => unwrap(api.GET("/attempts/me", {})),
});

export interface OwnChange extends Partial<Schemas["AccountChange"]> {
  /** Of the account this change was made to. */
  version: number;
}

/** The account as it was changed meanwhile, when that is why a change was refused. */
export function changedMeanwhile(error: unknown): User | null {
  return error instanceof ApiError && error.status === 412 && error.problem.current
    ? (error.problem.current as User)
    : null;
}

/** What the server says of the person is what the whole site says of them. */
export function useRemember(): (user: User) => void {
  const queries = useQueryClient();
  return (user) => {
    queries.setQueryData(meQuery.queryKey, user);
    updateUser(user);
  };
}

export function useSaveOwn(id: number): UseMutationResult<User, Error, OwnChange> {
  const remember = useRemember();
  return useMutation({
    mutationFn: ({ version, ...body }: OwnChange) =>
      unwrap(
        api.PUT("/users/{id}", {
          params: { path: { id } },
          headers: { "If-Match": `"${version}"` },
          body,
        }),
      ),
    onSuccess: remember,
  });
}

export function useMoveAddress(id: number) {
  const remember = useRemember();
  return useMutation({
    mutationFn: (body: { email: string; currentPassword: string }) =>
      unwrap(api.PUT("/users/{id}", { params: { path: { id } }, body })),
    onSuccess: remember,
  });
}

export type Ward = Learner;

/** The children without an e-mail for whom this person acts. */
export const wardsQuery = queryOptions({
  ...learnersQuery,
  select: (learners) => learners.filter(({ version }) => typeof version === "number"),
});

/** A ward's first address: a link to choose a password goes there. */
export function useGiveAddress({ id, version }: Ward) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      unwrap(
        api.PUT("/users/{id}", {
          params: { path: { id } },
          headers: { "If-Match": `"${version}"` },
          body: { email },
        }),
      ),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: learnersQuery.queryKey });
      void queries.invalidateQueries({ queryKey: ["subscriptions"] });
    },
  });
}

/** What a learner needs in class, as they agreed to say it. */
export type NeedsNote = Schemas["Needs"];

/** The note of this learner; null when there is none. */
export function needsQuery(id: number) {
  return queryOptions({
    queryKey: ["users", id, "needs"],
    queryFn: () => unwrap(api.GET("/users/{id}/needs", { params: { path: { id } } })),
  });
}

export function useSaveNeeds(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas["NeedsInput"]) =>
      unwrap(api.PUT("/users/{id}/needs", { params: { path: { id } }, body })),
    onSuccess: (note) => queries.setQueryData(needsQuery(id).queryKey, note),
  });
}

export function useDeleteNeeds(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/users/{id}/needs", { params: { path: { id } } })),
    onSuccess: () => queries.setQueryData(needsQuery(id).queryKey, null),
  });
}

export function useResendLink() {
  return useMutation({ mutationFn: () => unwrap(api.POST("/users/me/verification", {})) });
}

export function useChangePassword(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      unwrap(api.PUT("/users/{id}/reset-password", { params: { path: { id } }, body })),
    // The other sessions are over, and the account has a new version.
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

/** For accounts without a password: the way to a first one. */
export function useAskForPassword() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST("/users/forgot-password", { body: { email } })),
  });
}

/** Ends these sessions; one that is over already is none the less ended. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => Promise.all(ids.map(endOne)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

async function endOne(id: number): Promise<void> {
  try {
    await unwrap(api.DELETE("/auth/sessions/{id}", { params: { path: { id } } }));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

export function useRelease() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.PATCH("/reservations/{id}/cancel", { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: purchasesQuery.queryKey }),
  });
}

/** Declares the withdrawal from a purchase; repeating it declares nothing twice. */
export function useWithdraw() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST("/reservations/{id}/withdraw", { params: { path: { id } } })),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ["reservations"] });
      void queries.invalidateQueries({ queryKey: ["subscriptions"] });
    },
  });
}

/** Everything the school keeps about the caller, as text. */
export function useExport() {
  return useMutation({
    mutationFn: () => unwrap(api.GET("/users/me/export", { parseAs: "text" })),
  });
}

/** Whether the account is gone, or a link was mailed that asks once more. */
export function useFarewell() {
  return useMutation({
    mutationFn: async (currentPassword: string | null): Promise<"gone" | "mailed"> => {
      const call = api.DELETE("/users/me", { body: { currentPassword } });
      await unwrap(call);
      return (await call).response.status === 202 ? "mailed" : "gone";
    },
  });
}
