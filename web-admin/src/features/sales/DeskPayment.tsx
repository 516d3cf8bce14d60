// Notes money taken at the desk: how, a note, and what follows from it.
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { money } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { isStale, type Method, type ReservationDetail, usePayAtDesk } from "./api";
import { Means } from "./Fields";
import styles from "./Sales.module.css";
import { StaleNote } from "./StaleNote";

const NOTE = 500; // characters the server takes

interface DeskPaymentProps {
  reservation: ReservationDetail;
  onClose: () => void;
}

export function DeskPayment({ reservation, onClose }: DeskPaymentProps) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<Method | null>(null);
  const [note, setNote] = useState("");
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = usePayAtDesk();
  const { form, attempt } = useFirstFault(error);
  const { id, version, purchase, status } = reservation;
  const payable = status === "HELD" || status === "EXPIRED";
  const amount = money(purchase?.amount ?? 0);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    attempt();
    if (!method || isPending || !payable) return;
    mutate(
      { id, version, method, note: note.trim() },
      {
        onSuccess: () => {
          notifySuccess(t("dashboard.sales.payDone", { amount }));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog onClose={onClose} title={t("dashboard.sales.payTitle")}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <Means value={method} missing={asked && !method} onChange={setMethod} />
        <TextInput
          label={t("dashboard.sales.note")}
          description={t("dashboard.sales.noteHint")}
          maxLength={NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={fieldError(error, "note")}
        />
        {payable ? (
          <Consequences reservation={reservation} />
        ) : (
          <Note tone="warning">
            {t("dashboard.sales.notPayable", { state: t(`dashboard.sales.is.${status}`) })}
          </Note>
        )}
        <StaleNote error={payable && error} />
        <div role="alert">
          {payable && error && !isStale(error) && !fieldError(error, "note") && (
            <Note tone="danger">{errorText(error)}</Note>
          )}
        </div>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {t("profile.cancel")}
          </Button>
          {payable && (
            <Button type="submit" loading={isPending}>
              {t("dashboard.sales.payAmount", { amount })}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What happens once the money is noted. */
function Consequences({ reservation }: { reservation: ReservationDetail }) {
  const { t } = useTranslation();
  const { purchase, courseName, status, history } = reservation;
  const payer = history?.payer.email ?? purchase?.payerEmail ?? "";
  const learner = history?.learner;
  return (
    <ul className={styles.facts}>
      <li>
        {t(status === "HELD" ? "dashboard.sales.thenSeat" : "dashboard.sales.thenSeatIfLeft")}
      </li>
      <li>
        {t("dashboard.sales.thenSubscription", {
          name: learner?.name ?? learner?.email ?? "",
          course: courseName,
        })}
      </li>
      <li>
        {purchase?.forAnother && learner?.email
          ? t("dashboard.sales.thenMails", { payer, learner: learner.email })
          : t("dashboard.sales.thenMail", { payer })}
      </li>
    </ul>
  );
}
