// Sends a mail again: at once when it never left, after a question when it did.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { notifyFailure } from "web-shared/ui/notify";
import { useResend } from "./useResend";

interface ResendMailProps {
  mail: { id: number; recipient: string; sentAt?: string | null };
}

export function ResendMail({ mail: { id, recipient, sentAt } }: ResendMailProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { mutate, reset, isPending, error } = useResend();
  const close = () => {
    setAsking(false);
    reset();
  };
  return (
    <>
      <Button
        variant="light"
        size="sm"
        loading={isPending && !asking}
        aria-label={t("dashboard.mails.resendTo", { name: recipient })}
        onClick={() =>
          sentAt
            ? setAsking(true)
            : mutate(id, { onError: (failure) => notifyFailure(errorText(failure)) })
        }
      >
        {t("dashboard.mails.resend")}
      </Button>
      <Confirm
        opened={asking}
        title={t("dashboard.mails.again")}
        action={t("dashboard.mails.resend")}
        harmless
        busy={isPending}
        error={error}
        onConfirm={() => mutate(id, { onSuccess: close })}
        onClose={close}
      >
        <p>{sentAt && t("dashboard.mails.againText", { name: recipient, when: moment(sentAt) })}</p>
      </Confirm>
    </>
  );
}
