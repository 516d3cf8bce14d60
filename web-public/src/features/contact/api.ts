// Writing to the school, and what the school says about itself.
import { queryOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api, unwrap } from "web-shared/api/client";
import { freshKey } from "web-shared/api/key";
import type { components } from "web-shared/api/schema";

export type Letter = components["schemas"]["ContactInput"];

export const schoolQuery = queryOptions({
  queryKey: ["settings", "school"],
  queryFn: () => unwrap(api.GET("/settings/school")),
});

interface Sending {
  text: string;
  key: string;
  answer?: Promise<unknown>;
}

/** Sends a letter once, however often it is asked to while it is on its way or until an answer was heard. */
export function useSend() {
  const last = useRef<Sending | null>(null);
  return useMutation({
    mutationFn: (letter: Letter) => {
      const text = JSON.stringify(letter);
      if (last.current?.text !== text) last.current = { text, key: freshKey() };
      const sending = last.current;
      sending.answer ??= post(letter, sending.key).finally(() => {
        sending.answer = undefined;
      });
      return sending.answer;
    },
    onSuccess: () => {
      last.current = null; // the same words once more are another letter
    },
  });
}

function post(letter: Letter, key: string) {
  return unwrap(
    api.POST("/contact", {
      headers: { "Idempotency-Key": key },
      body: letter,
      parseAs: "text",
    }),
  );
}
