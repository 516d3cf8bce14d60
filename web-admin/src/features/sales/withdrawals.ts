// Withdrawals: their list, and the decision about one.
import { queryOptions } from "@tanstack/react-query";
import { allRows, api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { once, SALES, useSale } from "./api";

export type WithdrawalEntry = components["schemas"]["WithdrawalEntry"];

/** The withdrawals, those that wait for a decision first. */
export const withdrawalsQuery = queryOptions({
  queryKey: [SALES, "withdrawals"],
  queryFn: () => allRows((query) => api.GET("/withdrawals", { params: { query } })),
});

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
