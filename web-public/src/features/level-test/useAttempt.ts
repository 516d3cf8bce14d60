// The adaptive test while it is taken. What it needs to go on is in the memory of the page and nowhere else: without an
// account nobody can take it up again, with one the server knows it.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "web-shared/api/client";
import { ApiError } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { useSendOnce } from "web-shared/api/sendOnce";
import { currentLanguage } from "web-shared/i18n/i18n";
import type { Taught } from "web-shared/taughtLanguages";
import { afterPress } from "./api";
import { keepAttempt } from "./lastTest";

type Schemas = components["schemas"];
export type AttemptState = Schemas["AttemptState"];
export type AttemptResult = Schemas["AttemptResult"];
export type AttemptAnswer = Schemas["AttemptAnswer"];

export interface Attempt extends AttemptState {
  /** Of an attempt without an account: whoever has it answers. */
  token: string | null;
  /** It was begun earlier, and nothing was answered since. */
  resumed: boolean;
}

export function useAttempt(language: Taught) {
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [gone, setGone] = useState(false);
  const params = { query: { lang: currentLanguage() } };

  const begin = useSendOnce(async ({ restart }: { restart: boolean }) => {
    const path = { language: language.key };
    const body = restart ? { restart } : {};
    const call = api.POST("/tests/{language}/attempts", { params: { ...params, path }, body });
    const state = await afterPress(unwrap(call));
    setGone(false);
    setAttempt({ ...state, token: state.token ?? null, resumed: state.answered > 0 });
    return state;
  });

  /** Safe to repeat: what was answered already changes nothing. */
  async function answer(id: number, given: AttemptAnswer): Promise<AttemptState> {
    const call = api.POST("/attempts/{id}/answers", {
      params: { ...params, path: { id } },
      body: given,
    });
    const state = await afterPress(unwrap(call));
    const token = given.token ?? null;
    // Another one may have been begun meanwhile.
    setAttempt((now) => (now?.id === id ? { ...state, token, resumed: false } : now));
    if (state.result) keepAttempt({ language, result: state.result, own: token === null });
    if (token === null) void queries.invalidateQueries({ queryKey: ["attempts"] });
    return state;
  }

  /** The server knows it no longer, or another one was begun in its place. */
  function lose() {
    setAttempt(null);
    setGone(true);
  }

  return { attempt, gone, begin, answer, lose };
}

export type Taking = ReturnType<typeof useAttempt>;

/** Whether an answer may have arrived although it failed: it is sent again as it was. */
export function mayHaveArrived(error: unknown): boolean {
  return error !== null && (!(error instanceof ApiError) || error.status >= 500);
}
