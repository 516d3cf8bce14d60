// Money that goes back, sales at the desk and courses that are cancelled. Whatever is changed makes all sales old.
import { queryOptions } from "@tanstack/react-query";
import { allRows, api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { headers, type Method, SALES, type Seen, useSale } from "./api";

type Schemas = components["schemas"];
export type WithdrawalEntry = Schemas["WithdrawalEntry"];
export type Cancellation = Schemas["CancellationPreview"];

const once = (key: string) => ({ "Idempotency-Key": key });

export function useGiveBack() {
  return useSale(
    ({ id, version, ...body }: Seen & { amount: number; note: string; endAccess: boolean }, key) =>
      unwrap(
        api.POST("/reservations/{id}/refund", {
          params: { path: { id } },
          headers: headers({ id, version }, key),
          body,
        }),
      ),
  );
}

export function useRetryRefund() {
  return useSale((id: number, key) =>
    unwrap(api.POST("/refunds/{id}/retry", { params: { path: { id } }, headers: once(key) })),
  );
}

export function useSettleRefund() {
  return useSale(({ id, ...body }: { id: number; method: Method; note: string }, key) =>
    unwrap(
      api.POST("/refunds/{id}/by-hand", { params: { path: { id } }, headers: once(key), body }),
    ),
  );
}

export function useDecide() {
  return useSale(({ id, ...body }: { id: number; amount: number; note: string }, key) =>
    unwrap(
      api.POST("/withdrawals/{id}/decision", {
        params: { path: { id } },
        headers: once(key),
        body,
      }),
    ),
  );
}

export function useDeskSale() {
  return useSale((body: Schemas["DeskSale"], key) =>
    unwrap(api.POST("/reservations/desk", { headers: once(key), body })),
  );
}

/** What a selection costs, whoever it is for. */
export function priceQuery(courseId: number | null, moduleIds: number[] | null) {
  return queryOptions({
    queryKey: [SALES, "price", courseId, moduleIds],
    enabled: courseId !== null && moduleIds !== null,
    retry: false,
    queryFn: () =>
      unwrap(
        api.POST("/checkout/quote", {
          body: { courseId, reservedModuleIds: moduleIds, reservationTarget: "other" },
        }),
      ),
  });
}

/** The withdrawals, those that wait for a decision first. */
export const withdrawalsQuery = queryOptions({
  queryKey: [SALES, "withdrawals"],
  queryFn: () => allRows((query) => api.GET("/withdrawals", { params: { query } })),
});

export function cancellationQuery(id: number) {
  return queryOptions({
    queryKey: [SALES, "cancellation", id],
    gcTime: 0,
    queryFn: () => unwrap(api.GET("/courses/admin/{id}/cancel", { params: { path: { id } } })),
  });
}

export function useCancelCourse() {
  return useSale(({ id, ...body }: { id: number; reason: string; fingerprint: string }, key) =>
    unwrap(
      api.POST("/courses/admin/{id}/cancel", {
        params: { path: { id } },
        headers: once(key),
        body,
      }),
    ),
  );
}
