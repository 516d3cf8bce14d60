// Another order of the list, for a reason that is kept. Whoever was faster is read first, and what was typed stays.
import { Textarea } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldError } from "web-shared/i18n/errors";
import { notifyNote, notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { FormDialog } from "../../ui/FormDialog";
import { type Entry, isStale, useMove } from "./api";
import { type Direction, targetOf } from "./order";
import styles from "./Waitlist.module.css";
import { nameOf } from "./words";

const SHORTEST = 3; // characters of a reason
const LONGEST = 300;

interface MoveDialogProps {
  id: number;
  direction: Direction;
  /** Who waits, in order, as it is now. */
  waiting: Entry[];
  onClose: () => void;
}

export function MoveDialog({ id, direction, waiting, onClose }: MoveDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, isSuccess, error } = useMove();
  const target = targetOf(waiting, id, direction);
  const stale = isStale(error);
  const given = reason.trim();

  const gone = !target && !isPending && !isSuccess;
  const giveUp = useEffectEvent(() => {
    notifyNote(t("dashboard.waitlist.gone"));
    onClose();
  });
  useEffect(() => {
    if (gone) giveUp();
  }, [gone]);

  function submit() {
    setAsked(true);
    if (!target || given.length < SHORTEST) return;
    const { entry, to, before } = target;
    const move = { id, version: entry.version, before, reason: given };
    const onSuccess = () => {
      notifySuccess(t("dashboard.waitlist.moved", { name: nameOf(entry), rank: to }));
      onClose();
    };
    mutate(move, { onSuccess });
  }

  const missing = given ? t("errors.too_short", { min: SHORTEST }) : t("errors.reason_required");
  return (
    <FormDialog
      title={t("dashboard.waitlist.moveTitle")}
      action={t("dashboard.waitlist.moveTitle")}
      unsaved={given !== ""}
      busy={isPending}
      failed={t("dashboard.waitlist.moveFailed")}
      error={stale ? null : error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.move}>
        <div role="alert">
          {stale && <Note tone="warning">{t("dashboard.waitlist.stale")}</Note>}
        </div>
        {target && (
          <p>{t("dashboard.waitlist.moveText", { ...target, name: nameOf(target.entry) })}</p>
        )}
        <Textarea
          label={t("dashboard.waitlist.reason")}
          description={t("dashboard.waitlist.reasonHint")}
          autosize
          minRows={2}
          maxLength={LONGEST}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={asked && given.length < SHORTEST ? missing : fieldError(error, "reason")}
          data-autofocus
        />
      </div>
    </FormDialog>
  );
}
