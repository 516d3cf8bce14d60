// What a school lacks before it opens: the list and the guide of the first hour say the same facts.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";

export type Check = components["schemas"]["Check"];

export const checklistQuery = queryOptions({
  queryKey: ["settings", "checklist"],
  queryFn: () => unwrap(api.GET("/settings/checklist")),
  staleTime: 0,
});

/** Where an item is seen to; the server's own settings have no page. */
export const PLACES: Record<Check["where"], string | null> = {
  SETTINGS: "/school/settings",
  PAGES: "/school/pages",
  COURSES: "/course/list",
  REFERENCE: "/course-metadata?tab=teachers",
  USERS: "/user-management",
  SERVER: null,
};
