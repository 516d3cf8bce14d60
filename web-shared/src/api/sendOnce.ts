// Sending something once, however often one is asked to while it is on its way or until an answer was heard.
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { freshKey } from "./key";

interface Sending<Answer> {
  text: string;
  key: string;
  answer?: Promise<Answer> | undefined;
}

/** `post` is given an `Idempotency-Key`: the same one for the same words, until they are answered. */
export function useSendOnce<Body, Answer>(post: (body: Body, key: string) => Promise<Answer>) {
  const last = useRef<Sending<Answer> | null>(null);
  return useMutation({
    mutationFn: (body: Body) => {
      const text = JSON.stringify(body);
      if (last.current?.text !== text) last.current = { text, key: freshKey() };
      const sending = last.current;
      sending.answer ??= post(body, sending.key).finally(() => {
        sending.answer = undefined;
      });
      return sending.answer;
    },
    onSuccess: () => {
      last.current = null; // the same words once more are something else
    },
  });
}
