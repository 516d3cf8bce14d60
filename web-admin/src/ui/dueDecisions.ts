// Which courses are to be decided on: a module of its own, since the first page loads it.
import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "web-shared/api/client";
import { decisionsApi } from "./decisionTypes";

const REFRESH = 60_000; // milliseconds

/** Courses below their minimum whose day of decision is at most a week away, the earliest first. */
export const dueQuery = queryOptions({
  queryKey: ["courses", "decisions"],
  refetchInterval: REFRESH,
  queryFn: () => unwrap(decisionsApi.GET("/courses/admin/decisions")),
});
