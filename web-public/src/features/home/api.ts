// The reads of the front page, and what it says about the published courses: how many per language and type, which levels,
// what an hour costs.
import { queryOptions } from "@tanstack/react-query";
import { api, rows, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";

type Schemas = components["schemas"];
/** How many courses of each type: the list behind a door shows one type. */
export type Offer = Schemas["Offer"];
export type Summary = Schemas["CourseSummary"];

export const summaryQuery = queryOptions({
  queryKey: ["courses", "summary"],
  queryFn: () => unwrap(api.GET("/courses/summary", {})),
});

export type Teacher = Schemas["Teacher"];

export const teachersQuery = queryOptions({
  queryKey: ["teachers"],
  queryFn: async () => rows(await unwrap(api.GET("/teachers"))),
});

export type Comment = Schemas["Comment"];

const MOST_COMMENTS = 12; // more dots than fit under one thumb

/** The newest that the public may see; staff would be shown the hidden ones as well. */
export const commentsQuery = queryOptions({
  queryKey: ["comments", { active: true }],
  queryFn: async () =>
    rows(
      await unwrap(
        api.GET("/comments", { params: { query: { active: true, page: 1, size: MOST_COMMENTS } } }),
      ),
    ),
});
