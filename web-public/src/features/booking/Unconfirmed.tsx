// Before the form of a free course: it is given to confirmed addresses, and the reader's is not yet.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { updateUser } from "web-shared/api/session";
import { errorText } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import styles from "./Checkout.module.css";

export function Unconfirmed({ email }: { email: string }) {
  const { t } = useTranslation();
  const resend = useMutation({
    mutationFn: () => unwrap(api.POST("/users/me/verification", {})),
  });
  // The link opens in another tab, perhaps on another device: this one has to ask.
  const check = useMutation({
    mutationFn: () => unwrap(api.GET("/users/me", {})),
    onSuccess: updateUser,
  });
  const failure = resend.error ?? check.error;
  return (
    <Note tone="warning">
      <p>
        <b>{t("booking.unconfirmed.title", { email })}</b>
      </p>
      <p>{t("booking.unconfirmed.text")}</p>
      <p role="status">
        {check.isSuccess
          ? t("booking.unconfirmed.notYet")
          : resend.isSuccess && t("profile.verify.sent")}
      </p>
      <p role="alert">{failure && errorText(failure)}</p>
      <div className={styles.choices}>
        <Button size="sm" loading={check.isPending} onClick={() => check.mutate()}>
          {t("booking.unconfirmed.done")}
        </Button>
        <Button
          variant="outline"
          size="sm"
          loading={resend.isPending}
          disabled={resend.isSuccess}
          onClick={() => {
            check.reset();
            resend.mutate();
          }}
        >
          {t("profile.verify.resend")}
        </Button>
      </div>
    </Note>
  );
}
