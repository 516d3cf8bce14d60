// The calls of a waiting list: joining it, the link of a mail, one's own entries, and the answers to an offered seat.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { clockOffset } from "web-shared/api/clockOffset";
import { ApiError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";

type Schemas = components["schemas"];

export type Entry = Schemas["WaitlistEntry"];
export type SeatOffer = Schemas["SeatOffer"];
/** An offer that was accepted: a seat held for its payment. */
export type AcceptedOffer = Schemas["AcceptedOffer"];
export type NewEntry = Schemas["NewEntry"];

/** Whoever answers: by the token of a mail's link, or signed in. */
export type Token = string | null;

const WAITLIST = "waitlist";

/** All entries of the signed-in person; and how far the server's clock is ahead. */
export const ownEntriesQuery = queryOptions({
  queryKey: [WAITLIST, "me"],
  queryFn: async () => {
    const call = api.GET("/waitlist/me", {});
    return { entries: await unwrap(call), offset: clockOffset((await call).response) };
  },
});

/** The entry of a link. A query: however often it is asked, the address is confirmed once. */
export function linkQuery(token: string) {
  return queryOptions({
    queryKey: [WAITLIST, "link", token],
    queryFn: async () => {
      const call = api.POST("/waitlist/confirm", { body: { token } });
      return { entry: await unwrap(call), offset: clockOffset((await call).response) };
    },
  });
}

/** Whether somebody is on the list, with or without an offer. */
export function isOpen({ status }: Entry): boolean {
  return status === "WAITING" || status === "OFFERED";
}

/** The page of one's own entry. */
export function entryAddress({ id }: Pick<Entry, "id">): string {
  return `/liste-attente?entry=${id}`;
}

export function useJoin() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewEntry) => unwrap(api.POST("/waitlist", { body })),
    onSuccess: () => refresh(),
    // What was shown is no longer so.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) return refresh();
    },
  });
}

interface Withdrawal {
  how: "leave" | "decline";
  entry: Pick<Entry, "id">;
  token: Token;
  /** Before the entry is read again, which may take the asking part off the page. */
  onDone: () => void;
}

/** Leaves the list, or lets an offered seat pass. */
export function useWithdraw({ how, entry: { id }, token, onDone }: Withdrawal) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST(`/waitlist/{id}/${how}`, {
          params: { path: { id } },
          ...(token !== null && { body: { token } }),
        }),
      ),
    onSuccess: () => {
      onDone();
      return refresh();
    },
    onError: refreshIfAnswered(refresh),
  });
}

export function useAccept({ id }: Pick<Entry, "id">, token: Token) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/waitlist/{id}/accept", {
          params: { path: { id } },
          ...(token !== null && { body: { token } }),
        }),
      ),
    onSuccess: () => refresh("none"), // the page is left for the booking
    onError: refreshIfAnswered(refresh),
  });
}

/** Reads again what is known of the lists and of the courses, whose seats they are. */
function useRefresh() {
  const queries = useQueryClient();
  return async (refetchType: "active" | "none" = "active") => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [WAITLIST], refetchType }),
      queries.invalidateQueries({ queryKey: ["courses"], refetchType }),
    ]);
  };
}

/** A refusal says that the entry is not as it was shown. */
function refreshIfAnswered(refresh: () => Promise<void>) {
  return (error: Error) => (error instanceof ApiError ? refresh() : undefined);
}
