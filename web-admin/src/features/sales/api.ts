// Reservations and subscriptions as an administrator sees them. Whatever is changed here makes all of it old.
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { allRows, api, rows, unwrap } from "web-shared/api/client";
import { clockOffset } from "web-shared/api/clockOffset";
import { ApiError, problemOf } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";

type Schemas = components["schemas"];
export type Reservation = Schemas["Reservation"];
export type ReservationDetail = Schemas["ReservationDetail"];
export type History = Schemas["ReservationHistory"];
export type Subscription = Schemas["LearnerSubscription"];
export type Class = Schemas["Class"];

export const SIZE = 20;
const CREATED = 201;
export const SALES = "sales";

export const RESERVATION_STATES = ["all", "HELD", "CONFIRMED", "EXPIRED", "CANCELLED"] as const;
export const REFUNDS = ["all", "true"] as const;
export const SUBSCRIPTION_STATES = ["all", "LIVE", "EXPIRING", "ENDED", "COMPLETED"] as const;

export interface ReservationFilters {
  q: string;
  status: (typeof RESERVATION_STATES)[number];
  courseId: string;
  from: string;
  to: string;
  /** Those of which money must still be given back by hand. */
  refundByHand: (typeof REFUNDS)[number];
}

export interface SubscriptionFilters {
  q: string;
  state: (typeof SUBSCRIPTION_STATES)[number];
  courseId: string;
}

/** A page was asked for, so a page has come. */
function page<Row>(answer: Row[] | { items: Row[]; total: number }) {
  return Array.isArray(answer) ? { items: answer, total: answer.length } : answer;
}

/** What the server is asked; an empty field of a form asks for nothing. */
function asked<Filters extends object>(filters: Filters) {
  const given = Object.entries(filters).filter(([, value]) => value && value !== "all");
  return Object.fromEntries(given) as Record<keyof Filters, never>;
}

export async function loadReservations(
  filters: ReservationFilters,
  at: { page: number; size: number },
  signal?: AbortSignal,
) {
  const params = { query: { ...asked(filters), ...at } };
  const call = api.GET("/reservations", { params, ...(signal && { signal }) });
  const { response } = await call;
  return { ...page(await unwrap(call)), offset: clockOffset(response) };
}

export async function loadSubscriptions(
  filters: SubscriptionFilters,
  at: { page: number; size: number },
  signal?: AbortSignal,
) {
  const params = { query: { ...asked(filters), ...at } };
  return page(await unwrap(api.GET("/subscriptions", { params, ...(signal && { signal }) })));
}

export function reservationsQuery(filters: ReservationFilters, page: number) {
  return queryOptions({
    queryKey: [SALES, "reservations", filters, page],
    queryFn: ({ signal }) => loadReservations(filters, { page, size: SIZE }, signal),
  });
}

export function subscriptionsQuery(filters: SubscriptionFilters, page: number) {
  return queryOptions({
    queryKey: [SALES, "subscriptions", filters, page],
    queryFn: ({ signal }) => loadSubscriptions(filters, { page, size: SIZE }, signal),
  });
}

const LEAVING = 4_000; // milliseconds until a mail under way is looked at again

/** A reservation with its history, and how far the server's clock is ahead. */
export function reservationQuery(id: number) {
  return queryOptions({
    queryKey: [SALES, "reservation", id],
    queryFn: async () => {
      const { data, error, response } = await api.GET("/reservations/{id}", {
        params: { path: { id } },
      });
      if (!data) throw problemOf(error, response);
      return { ...data, offset: clockOffset(response) };
    },
    refetchInterval: ({ state: { data } }) =>
      data?.history?.mails.some(({ status }) => status === "QUEUED") ? LEAVING : false,
  });
}

export function classQuery(id: number) {
  return queryOptions({
    queryKey: [SALES, "class", id],
    queryFn: () => unwrap(api.GET("/courses/admin/{id}/learners", { params: { path: { id } } })),
  });
}

/** Every course, to choose one from. */
export const coursesQuery = queryOptions({
  queryKey: ["courses", "choices"],
  queryFn: () => allRows((query) => api.GET("/courses", { params: { query } })),
});

export function modulesQuery(courseId: number | null) {
  return queryOptions({
    queryKey: ["courses", "modules", courseId],
    enabled: courseId !== null,
    queryFn: () =>
      unwrap(
        api.GET("/modules/course/{courseId}", { params: { path: { courseId: courseId ?? 0 } } }),
      ),
  });
}

const FOUND = 10; // people offered at once

export function peopleQuery(q: string) {
  return queryOptions({
    queryKey: ["users", "found", q],
    queryFn: async () =>
      rows(await unwrap(api.GET("/users", { params: { query: { q, page: 1, size: FOUND } } }))),
  });
}

/** Sends a change once, then reads everything about sales, seats and mails again, also when it was refused. */
export function useSale<Body, Answer>(post: (body: Body, key: string) => Promise<Answer>) {
  const queries = useQueryClient();
  return useSendOnce(async (body: Body, key: string) => {
    try {
      return await post(body, key);
    } finally {
      for (const part of [SALES, "courses", "mails", "attention"]) {
        void queries.invalidateQueries({ queryKey: [part] });
      }
    }
  });
}

export interface Seen {
  id: number;
  version: number;
}

/** A call that is repeated is done once. */
export const once = (key: string) => ({ "Idempotency-Key": key });

export const headers = ({ version }: Seen, key: string) => ({
  "If-Match": `"${version}"`,
  "Idempotency-Key": key,
});

export const METHODS = ["TRANSFER", "CHEQUE", "CASH"] as const;
export type Method = (typeof METHODS)[number];

export function usePayAtDesk() {
  return useSale(({ method, note, ...seen }: Seen & { method: Method; note: string }, key) =>
    unwrap(
      api.PATCH("/reservations/{id}/confirm", {
        params: { path: { id: seen.id } },
        headers: headers(seen, key),
        body: { method, note },
      }),
    ),
  );
}

export function useRelease() {
  return useSale((seen: Seen, key) =>
    unwrap(
      api.PATCH("/reservations/{id}/cancel", {
        params: { path: { id: seen.id } },
        headers: headers(seen, key),
      }),
    ),
  );
}

export function useGrant() {
  return useSale((body: Schemas["Gift"], key) =>
    unwrap(api.POST("/subscriptions", { headers: { "Idempotency-Key": key }, body })),
  );
}

export function useExtend() {
  return useSale(({ days, ...seen }: Seen & { days: number }, key) =>
    unwrap(
      api.PATCH("/subscriptions/{id}/extend", {
        params: { path: { id: seen.id }, query: { days } },
        headers: headers(seen, key),
      }),
    ),
  );
}

export function useDeactivate() {
  return useSale((seen: Seen, key) =>
    unwrap(
      api.PATCH("/subscriptions/{id}/deactivate", {
        params: { path: { id: seen.id } },
        headers: headers(seen, key),
      }),
    ),
  );
}

export function useDelete() {
  return useSale((seen: Seen, key) =>
    unwrap(
      api.DELETE("/subscriptions/{id}", {
        params: { path: { id: seen.id } },
        headers: headers(seen, key),
      }),
    ),
  );
}

/** Issues a certificate, or brings the one that is there. */
/** Of which subscriptions of a course a certificate is in force. One of before the course was renamed is not found. */
export function certifiedQuery(courseName: string) {
  return queryOptions({
    queryKey: ["certificates", "of", courseName],
    queryFn: async () => {
      const q = courseName;
      const all = await allRows((page) =>
        api.GET("/certificates", { params: { query: { q, ...page } } }),
      );
      return new Set(all.flatMap((one) => (one.revokedAt ? [] : (one.subscriptionId ?? []))));
    },
  });
}

export function useIssue() {
  const queries = useQueryClient();
  return useSendOnce(async (body: { subscriptionId: number }, key: string) => {
    const call = api.POST("/certificates", { headers: { "Idempotency-Key": key }, body });
    const certificate = await unwrap(call);
    void queries.invalidateQueries({ queryKey: ["certificates"] });
    return { certificate, fresh: (await call).response.status === CREATED };
  });
}

/** Somebody else was faster: what is shown now is how it stands. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 412;
