// The outbox: what became of each mail of the school.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import type { components } from "web-shared/api/schema";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";

export type Mail = components["schemas"]["Mail"];

export const SIZE = 20;
export const STATES = ["all", "PARKED", "QUEUED", "SENT"] as const;
export type State = (typeof STATES)[number];

export function mailsQuery(state: State, page: number) {
  const status = state === "all" ? undefined : state;
  return queryOptions({
    queryKey: ["mails", state, page],
    queryFn: () => unwrap(api.GET("/mail", { params: { query: { page, size: SIZE, status } } })),
  });
}

export function useResend() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.POST("/mail/{id}/resend", { params: { path: { id } } })),
    // Said here: the row loses its button as soon as the list is new.
    onSuccess: () => notifySuccess(t("dashboard.mails.resent")),
    onError: (error) => notifyFailure(errorText(error)),
    onSettled: () =>
      Promise.all(
        [["mails"], ["attention"]].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
