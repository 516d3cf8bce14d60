// Mails the school sent, or could not send.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";

export type Mail = components["schemas"]["Mail"];

export const SIZE = 20;
export const STATES = ["all", "PARKED", "QUEUED", "SENT"] as const;
export type State = (typeof STATES)[number];

const SOON = 3000; // milliseconds after which a mail has left, as a rule

/** Whether it is on its way for the first time. */
export function isLeaving({ status, lastError }: Mail): boolean {
  return status === "QUEUED" && !lastError;
}

export function mailsQuery(state: State, q: string, page: number) {
  const query = { page, size: SIZE, ...(state !== "all" && { status: state }), ...(q && { q }) };
  return queryOptions({
    queryKey: ["mails", query],
    refetchInterval: ({ state: { data } }) => (data?.items.some(isLeaving) ? SOON : false),
    queryFn: () => unwrap(api.GET("/mail", { params: { query } })),
  });
}
