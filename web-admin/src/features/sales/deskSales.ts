// A sale at the desk: its price and its sending.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { once, SALES, useSale } from "./api";

type Schemas = components["schemas"];

export function useDeskSale() {
  return useSale((body: Schemas["DeskSale"], key) =>
    unwrap(api.POST("/reservations/desk", { headers: once(key), body })),
  );
}

/** What a selection costs from this day on, whoever it is for. */
export function priceQuery(courseId: number | null, moduleIds: number[] | null, start: string) {
  return queryOptions({
    queryKey: [SALES, "price", courseId, moduleIds, start],
    enabled: courseId !== null && moduleIds !== null,
    retry: false,
    queryFn: () =>
      unwrap(
        api.POST("/checkout/quote", {
          body: {
            courseId,
            reservedModuleIds: moduleIds,
            reservationTarget: "other",
            requestedStartDate: start,
          },
        }),
      ),
  });
}
