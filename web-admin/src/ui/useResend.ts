// Sending a mail of the outbox again, or one to oneself.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";

/** Everything that shows what became of a mail. */
const SHOWING = [["mails"], ["attention"], ["sales"], ["messages"]];

export function useResend() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (id: number) => unwrap(api.POST("/mail/{id}/resend", { params: { path: { id } } })),
    // Said here: the row loses its button as soon as the list is new.
    onSuccess: () => notifySuccess(t("dashboard.mails.resent")),
    onSettled: useShownAgain(),
  });
}

/** A mail to whoever asks: it shows that mails arrive. */
export function useTestMail() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/mail/test", {})),
    onSuccess: () => notifySuccess(t("dashboard.mails.tested")),
    onError: (error) => notifyFailure(errorText(error)),
    onSettled: useShownAgain(),
  });
}

function useShownAgain() {
  const queries = useQueryClient();
  return () => Promise.all(SHOWING.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
