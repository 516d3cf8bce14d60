// Those whom a signed-in person may book for or put on a waiting list.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./schema";

export type Learner = components["schemas"]["Learner"];

/** Children without an e-mail, and whoever this person has booked for. */
export const learnersQuery = queryOptions({
  queryKey: ["users", "learners"],
  queryFn: () => unwrap(api.GET("/users/me/learners", {})),
});
