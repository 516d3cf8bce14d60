// Everybody who has an account, as an administrator sees and changes them.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";

type Schemas = components["schemas"];

export type User = Schemas["User"];
export type Role = Schemas["Role"];

export function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`;
}

export const SIZE = 20;
export const ROLES = ["STUDENT", "TEACHER", "EDITOR", "ADMIN"] as const;
export const WHO = ["all", ...ROLES] as const;
export type Who = (typeof WHO)[number];

const USERS = "users";

export function usersQuery(sought: string, who: Who, page: number) {
  return queryOptions({
    queryKey: [USERS, sought, who, page],
    queryFn: async () => {
      const query = {
        page,
        size: SIZE,
        ...(sought ? { q: sought } : {}),
        ...(who === "all" ? {} : { role: who }),
      };
      const answer = await unwrap(api.GET("/users", { params: { query } }));
      return "items" in answer ? answer : { items: answer, total: answer.length };
    },
  });
}

/** The list is asked for anew, whether the change went well or met another one. */
function useFresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [USERS] });
}

/** An account with a password that its owner must replace. */
export function useCreateUser() {
  const refresh = useFresh();
  return useSendOnce(async (body: Schemas["SignUpInput"], key: string) => {
    const headers = { "Idempotency-Key": key };
    const user = await unwrap(api.POST("/users/register", { body, headers }));
    void refresh();
    return user;
  });
}

export interface UserChange extends Partial<Schemas["AccountChange"]> {
  /** Of the account this change was made to. */
  version: number;
}

export function useUpdateUser(id: number) {
  const refresh = useFresh();
  return useMutation({
    mutationFn: ({ version, ...body }: UserChange) =>
      unwrap(
        api.PUT("/users/{id}", {
          params: { path: { id } },
          headers: { "If-Match": `"${version}"` },
          body,
        }),
      ),
    onSettled: () => void refresh(),
  });
}

export function useResetPassword(id: number) {
  const refresh = useFresh();
  return useMutation({
    mutationFn: (newPassword: string) =>
      unwrap(
        api.PUT("/users/{id}/reset-password", { params: { path: { id } }, body: { newPassword } }),
      ),
    onSuccess: () => void refresh(),
  });
}

export function useResetSecondFactor(id: number) {
  const refresh = useFresh();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/users/{id}/second-factor", { params: { path: { id } } })),
    onSettled: () => refresh(),
  });
}

/** `own`: of whoever asks, who may read nothing any more when it is gone. */
export function useDeleteUser(id: number, own: boolean) {
  const refresh = useFresh();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/users/{id}", { params: { path: { id } } })),
    onSettled: (_, error) => (own && !error ? undefined : refresh()),
  });
}
