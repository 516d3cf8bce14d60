// Messages to the school, and whether somebody has taken care of them.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";

export type Message = components["schemas"]["ContactMessage"];

export const SIZE = 20;
export const STATES = ["open", "handled", "all"] as const;
export type State = (typeof STATES)[number];

const HANDLED: Record<State, boolean | undefined> = { open: false, handled: true, all: undefined };

export function messagesQuery(state: State, page: number) {
  return queryOptions({
    queryKey: ["messages", state, page],
    queryFn: async () => {
      const query = { page, size: SIZE, handled: HANDLED[state] };
      const answer = await unwrap(api.GET("/contact", { params: { query } }));
      return "items" in answer ? answer : { items: answer, total: answer.length };
    },
  });
}

export function useHandled() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, handled }: { id: number; handled: boolean }) =>
      unwrap(api.PATCH("/contact/{id}", { params: { path: { id } }, body: { handled } })),
    onSuccess: () =>
      Promise.all(
        [["messages"], ["attention"]].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}

/** The address of an answer in the reader's mail program: whom to, about what, and what was asked. */
export function answerAddress({ email, subject, message }: Message): string {
  const quoted = message.replace(/^/gm, "> ");
  const parts = { subject: `Re: ${subject ?? ""}`.trim(), body: `\n\n${quoted}` };
  const query = Object.entries(parts).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join("&")}`;
}
