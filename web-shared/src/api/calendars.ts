// The addresses under which a calendar reads one's sessions, and the file that is added to it once.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { isMissing } from "./problem";
import type { components } from "./schema";

export type CalendarToken = components["schemas"]["CalendarToken"];

const KEY = ["calendar-tokens"];

export const calendarsQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => unwrap(api.GET("/calendar-tokens", {})),
});

/** A new address of one's own sessions, or of those in a room. */
export function useNewCalendar(roomId?: number) {
  const queries = useQueryClient();
  const body = roomId === undefined ? { kind: "OWN" } : { kind: "ROOM", roomId };
  return useMutation({
    mutationFn: () => unwrap(api.POST("/calendar-tokens", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** The address opens nothing any more; one that is gone already is none the less gone. */
export function useRevokeCalendar() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      try {
        await unwrap(api.DELETE("/calendar-tokens/{id}", { params: { path: { id } } }));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** The sessions of a subscription as a file for a calendar. */
export function useCalendarFile() {
  return useMutation({
    mutationFn: (subscriptionId: number) =>
      unwrap(
        api.GET("/subscriptions/{id}/calendar.ics", {
          params: { path: { id: subscriptionId } },
          parseAs: "text",
        }),
      ),
  });
}
