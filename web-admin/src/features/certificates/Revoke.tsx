// Revokes a certificate, with a reason that the school keeps; asks once more before it does.
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldError } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { FormDialog } from "../../ui/FormDialog";
import { useRevoke } from "./api";
import type { CertificateDialogProps } from "./CertificateActions";
import styles from "./Certificates.module.css";

const LONGEST = 500; // characters the server takes
const EFFECTS = ["verifier", "pdf", "undo"] as const;

export function Revoke({ certificate, onClose }: CertificateDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const [asking, ask] = useState(false);
  const { mutate, isPending, error } = useRevoke();
  const { id, number, learnerName: name, courseName: course } = certificate;

  function submit() {
    const given = reason.trim() !== "";
    setMissing(!given);
    ask(given);
  }
  function revoke() {
    const onSuccess = () => {
      notifySuccess(t("dashboard.certificates.revoked", { number }));
      onClose();
    };
    const onError = () => ask(false); // a refusal stands in the form
    mutate({ id, reason: reason.trim() }, { onSuccess, onError });
  }

  return (
    <FormDialog
      title={t("dashboard.certificates.revokeTitle", { number })}
      action={t("dashboard.certificates.revoke")}
      unsaved={reason.trim() !== ""}
      busy={isPending}
      failed={t("dashboard.certificates.revokeFailed")}
      error={error}
      onSubmit={submit}
      onClose={onClose}
      question={
        asking && (
          <Confirm
            title={t("dashboard.certificates.confirmTitle")}
            action={t("dashboard.certificates.revoke")}
            busy={isPending}
            error={null}
            onConfirm={revoke}
            onClose={() => ask(false)}
          >
            <p>{t("dashboard.certificates.confirmText", { number })}</p>
          </Confirm>
        )
      }
    >
      <p lang={name ? undefined : "fr"}>
        {name
          ? t("dashboard.certificates.revokeText", { name, course })
          : t("dashboard.certificates.revokeUnnamed", { course })}
      </p>
      <ul className={styles.effects}>
        {EFFECTS.map((effect) => (
          <li key={effect}>{t(`dashboard.certificates.revokeEffects.${effect}`)}</li>
        ))}
      </ul>
      <Textarea
        label={t("dashboard.certificates.reason")}
        description={t("dashboard.certificates.reasonHint")}
        autosize
        minRows={2}
        maxLength={LONGEST}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={
          missing && !reason.trim() ? t("errors.reason_required") : fieldError(error, "reason")
        }
        data-autofocus
      />
    </FormDialog>
  );
}
