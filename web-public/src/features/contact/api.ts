// Writing to the school.
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";

export type Letter = components["schemas"]["ContactInput"];

/** Sends a letter once. */
export function useSend() {
  return useSendOnce(post);
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
