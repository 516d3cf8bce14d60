// Gives part or all of what was paid back, says what becomes of the place and of the access, and asks. All that is left is
// proposed, and with all of it the reservation ends; whoever gives back less leaves the place unless they say otherwise.
import { Radio, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { money } from "web-shared/format/format";
import { fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import type { ReservationDetail } from "./api";
import { Amount } from "./Fields";
import { useGiveBack } from "./refunds";
import { SaleDialog } from "./SaleDialog";
import styles from "./Sales.module.css";

const NOTE = 500; // characters the server takes

/** The payment that confirmed it. */
const paymentOf = ({ purchase, history }: ReservationDetail) =>
  history?.payments.find(({ reference }) => reference === purchase?.paymentReference);

/** What is left of the money that confirmed it. */
export function leftOf(reservation: ReservationDetail): number {
  const received = paymentOf(reservation)?.received ?? 0;
  return Math.max(0, Math.round((received - (reservation.purchase?.refunded ?? 0)) * 100) / 100);
}

interface GiveBackProps {
  reservation: ReservationDetail;
  onClose: () => void;
}

export function GiveBack({ reservation, onClose }: GiveBackProps) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState<number | null>(() => leftOf(reservation));
  const [note, setNote] = useState("");
  const [chosen, setChosen] = useState<boolean>();
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useGiveBack();
  const { id, version, status, history } = reservation;
  const most = leftOf(reservation);
  const left = money(most);
  const wrong = !amount || amount > most;
  const confirmed = status === "CONFIRMED";
  const endAccess = confirmed && (chosen ?? amount === most);
  const atDesk = history?.payments.some(({ provider }) => provider === "DESK");
  const away = paymentOf(reservation)?.providerInUse === false;

  function submit() {
    setAsked(true);
    if (wrong || !note.trim()) return;
    mutate(
      { id, version, amount, note: note.trim(), endAccess },
      {
        onSuccess: () => {
          notifySuccess(t("dashboard.sales.giveBack.done", { amount: money(amount) }));
          onClose();
        },
      },
    );
  }

  return (
    <SaleDialog
      title={t("dashboard.sales.giveBack.title")}
      action={
        amount
          ? t(`dashboard.sales.giveBack.${endAccess ? "submitEnds" : "submit"}`, {
              amount: money(amount),
            })
          : t("dashboard.sales.giveBack.open")
      }
      fields={["amount", "note"]}
      busy={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Amount
        label={t("dashboard.sales.giveBack.amount")}
        hint={t("dashboard.sales.giveBack.left", { amount: left })}
        value={amount}
        onChange={setAmount}
        error={
          (asked && wrong) || (amount ?? 0) > most
            ? t("dashboard.sales.giveBack.amountRequired", { amount: left })
            : fieldError(error, "amount")
        }
      />
      <TextInput
        label={t("dashboard.sales.giveBack.why")}
        description={t("dashboard.sales.giveBack.whyHint")}
        maxLength={NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={asked && !note.trim() ? t("errors.reason_required") : fieldError(error, "note")}
      />
      {confirmed && (
        <Radio.Group
          label={t("dashboard.sales.giveBack.place")}
          value={endAccess ? "ends" : "stays"}
          onChange={(value) => setChosen(value === "ends")}
        >
          <div className={styles.options}>
            {(["stays", "ends"] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`dashboard.sales.giveBack.${value}`)}
                description={t(`dashboard.sales.giveBack.${value}Hint`)}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {!confirmed && <p>{t("dashboard.sales.giveBack.ended")}</p>}
      <p className="muted">
        {away
          ? t("dashboard.sales.giveBack.away")
          : t(atDesk ? "dashboard.sales.giveBack.desk" : "dashboard.sales.giveBack.card")}
      </p>
    </SaleDialog>
  );
}
