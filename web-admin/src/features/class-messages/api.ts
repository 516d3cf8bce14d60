// What was written to the class of a course, and writing to it.
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";

type Input = components["schemas"]["ClassMessageInput"];
export type ClassMessage = components["schemas"]["ClassMessage"];

export const LONGEST = 5000; // characters

/** The course, how many learn in it now, and its messages, the newest first. */
export function classMessagesQuery(course: number) {
  return queryOptions({
    queryKey: ["class-messages", course],
    queryFn: () => unwrap(api.GET("/courses/{id}/messages", { params: { path: { id: course } } })),
  });
}

/** Sends once, however often one presses. */
export function useSendMessage(course: number) {
  const queries = useQueryClient();
  return useSendOnce(async (body: Input, once: string) => {
    const sent = await unwrap(
      api.POST("/courses/{id}/messages", {
        params: { path: { id: course } },
        headers: { "Idempotency-Key": once },
        body,
      }),
    );
    void queries.invalidateQueries({ queryKey: classMessagesQuery(course).queryKey });
    return sent;
  });
}
