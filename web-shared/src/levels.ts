// The levels of the school, the easiest first.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "./api/client";

/** What every school begins with: presumed until this one has said its own. */
const FIRST: readonly string[] = ["A1", "A2", "B1", "B2", "C1", "C2"];

export const levelsQuery = queryOptions({
  queryKey: ["levels"],
  queryFn: () => unwrap(api.GET("/levels")),
  staleTime: 5 * 60_000,
});

/** Their names. */
export function useLevels(): readonly string[] {
  const { data } = useQuery(levelsQuery);
  return useMemo(() => data?.map(({ name }) => name) ?? FIRST, [data]);
}
