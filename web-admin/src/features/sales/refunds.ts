// Refunds of a reservation's payments. Whatever is changed makes all sales old.
import { api, unwrap } from "web-shared/api/client";
import { headers, type Method, once, type Seen, useSale } from "./api";

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
