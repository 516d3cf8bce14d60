// Which subscriptions their payer may still withdraw from.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";

/** The subscriptions whose contract can be withdrawn from now, by their purchase. */
export const withdrawableQuery = queryOptions({
  queryKey: ["reservations", "withdrawable"],
  queryFn: async () => {
    const reservations = await unwrap(api.GET("/reservations/me", {}));
    return reservations.flatMap(({ purchase }) =>
      purchase?.withdrawal?.possible && purchase.subscriptionId ? [purchase.subscriptionId] : [],
    );
  },
});
