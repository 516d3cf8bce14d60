// The subscriptions of the person who is signed in: one call for the whole screen.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";

export type Subscription = components["schemas"]["Subscription"];
export type DisplayStatus = Subscription["displayStatus"];

export function subscriptionsQuery(userId: number) {
  return queryOptions({
    queryKey: ["subscriptions", userId],
    queryFn: () =>
      unwrap(api.GET("/subscriptions/user/{userId}", { params: { path: { userId } } })),
  });
}
