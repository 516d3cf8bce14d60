// The cancellation of a course: what it does, and doing it.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { once, SALES, useSale } from "./api";

export type Cancellation = components["schemas"]["CancellationPreview"];

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
