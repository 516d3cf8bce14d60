// Messages to the school, and whether somebody has taken care of them.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";

export type Message = components["schemas"]["ContactMessage"];
export type Reply = Message["replies"][number];

export const SIZE = 20;
export const STATES = ["open", "handled", "all"] as const;
export type State = (typeof STATES)[number];

const HANDLED: Record<State, boolean | undefined> = { open: false, handled: true, all: undefined };

const SOON = 3000; // milliseconds after which a mail has left, as a rule
const REFRESH = 60_000; // milliseconds

export function messagesQuery(state: State, page: number) {
  return queryOptions({
    queryKey: ["messages", state, page],
    refetchInterval: ({ state: { data } }) => (data?.items.some(isLeaving) ? SOON : REFRESH),
    queryFn: async () => {
      const query = { page, size: SIZE, handled: HANDLED[state] };
      const answer = await unwrap(api.GET("/contact", { params: { query } }));
      return "items" in answer ? answer : { items: answer, total: answer.length };
    },
  });
}

/** Whether the mail of an answer is on its way for the first time. */
function isLeaving({ replies }: Message): boolean {
  return replies.some(({ mailStatus, mailError }) => mailStatus === "QUEUED" && !mailError);
}

export const LONGEST_REPLY = 5000; // characters

/** The inbox and what waits are asked for anew. */
function useFresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [["messages"], ["attention"]].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}

/** Answers a message once, however often one presses, and only as it stands here: whoever was faster is read first. */
export function useReply({ id, version }: Message) {
  const refresh = useFresh();
  return useSendOnce(async (body: { text: string }, key: string) => {
    try {
      return await unwrap(
        api.POST("/contact/{id}/replies", {
          params: { path: { id } },
          headers: { "Idempotency-Key": key, "If-Match": `"${version}"` },
          body,
        }),
      );
    } finally {
      void refresh();
    }
  });
}

export function useHandled() {
  const onSuccess = useFresh();
  return useMutation({
    // `version`: of the message, when it must be no other.
    mutationFn: ({ id, version, ...body }: { id: number; handled: boolean; version?: number }) =>
      unwrap(
        api.PATCH("/contact/{id}", {
          params: { path: { id } },
          ...(version !== undefined && { headers: { "If-Match": `"${version}"` } }),
          body,
        }),
      ),
    onSuccess,
  });
}

/** The address of an answer in the reader's mail program: whom to, about what, and what was asked. */
export function answerAddress({ subject, message }: Message, email: string): string {
  const quoted = message.replace(/^/gm, "> ");
  const parts = { subject: `Re: ${subject ?? ""}`.trim(), body: `\n\n${quoted}` };
  const query = Object.entries(parts).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join("&")}`;
}
