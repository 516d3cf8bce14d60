// Sending a mail of the outbox again.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { notifySuccess } from "web-shared/ui/notify";

/** Everything that shows what became of a mail. */
const SHOWING = [["mails"], ["attention"], ["sales"]];

export function useResend() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.POST("/mail/{id}/resend", { params: { path: { id } } })),
    // Said here: the row loses its button as soon as the list is new.
    onSuccess: () => notifySuccess(t("dashboard.mails.resent")),
    onSettled: () =>
      Promise.all(SHOWING.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
