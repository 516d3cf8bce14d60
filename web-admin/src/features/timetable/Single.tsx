// What is done with one session: cancelled with a reason, or deleted while nothing was noted of it.
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldError } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { FormDialog } from "../../ui/FormDialog";
import { type ClassSession, useCancelSession, useDeleteSession } from "./api";
import styles from "./Sessions.module.css";
import { spanText, wholeDay } from "./time";

interface SingleProps {
  session: ClassSession;
  onClose: () => void;
}

export function CancelSession({ session, onClose }: SingleProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useCancelSession();
  const missing = asked && !reason.trim() ? t("errors.required") : undefined;
  function cancel() {
    setAsked(true);
    if (!reason.trim()) return;
    mutate(
      { seen: session, reason: reason.trim() },
      {
        onSuccess: () => {
          notifySuccess(t("dashboard.timetable.session.cancelled"));
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title={t("dashboard.timetable.session.cancelTitle", { course: session.courseName })}
      action={t("dashboard.timetable.session.cancelAction")}
      unsaved={reason !== ""}
      busy={isPending}
      failed={t("dashboard.timetable.session.failed")}
      error={error}
      onSubmit={cancel}
      onClose={onClose}
    >
      <p className={styles.hint}>
        {wholeDay(session.date)}, {spanText(session)}
      </p>
      <Textarea
        label={t("dashboard.timetable.session.reason")}
        description={t("dashboard.timetable.session.reasonHint")}
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={missing ?? fieldError(error, "reason")}
      />
    </FormDialog>
  );
}

export function DeleteSession({ session, onClose }: SingleProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useDeleteSession();
  return (
    <Confirm
      title={t("dashboard.timetable.session.deleteAsk")}
      action={t("dashboard.reference.delete")}
      busy={isPending}
      failed={t("dashboard.timetable.session.deleteFailed")}
      error={error}
      onConfirm={() =>
        mutate(session, {
          onSuccess: () => {
            notifySuccess(t("dashboard.timetable.session.deleted"));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>
        {session.courseName}, {wholeDay(session.date)}, {spanText(session)}
      </p>
    </Confirm>
  );
}
