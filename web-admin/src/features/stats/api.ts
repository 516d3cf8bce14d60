// The school in figures.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import type { Days } from "./period";

export type Stats = components["schemas"]["Stats"];
export type Sales = components["schemas"]["Sales"];
export type ModuleFollowing = components["schemas"]["ModuleFollowing"];
export type ExpiringAccess = components["schemas"]["ExpiringAccess"];

export function statsQuery({ from, to }: Days) {
  return queryOptions({
    queryKey: ["stats", from, to],
    queryFn: () => unwrap(api.GET("/stats", { params: { query: { from, to } } })),
  });
}
