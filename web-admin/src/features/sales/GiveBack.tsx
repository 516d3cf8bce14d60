// Gives part or all of what was paid back; the place stays unless it is to end too.
import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { money } from "web-shared/format/format";
import { fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import type { ReservationDetail } from "./api";
import { Amount } from "./Fields";
import { useGiveBack } from "./refunds";
import { SaleDialog } from "./SaleDialog";

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
  const [amount, setAmount] = useState<number | null>(null);
  const [note, setNote] = useState("");
  const [endAccess, setEndAccess] = useState(false);
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useGiveBack();
  const { id, version, status, history } = reservation;
  const left = money(leftOf(reservation));
  const atDesk = history?.payments.some(({ provider }) => provider === "DESK");
  const away = paymentOf(reservation)?.providerInUse === false;

  function submit() {
    setAsked(true);
    if (!amount || !note.trim()) return;
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
          ? t("dashboard.sales.giveBack.submit", { amount: money(amount) })
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
          asked && !amount
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
      {status === "CONFIRMED" && (
        <Checkbox
          label={t("dashboard.sales.giveBack.ends")}
          description={t("dashboard.sales.giveBack.endsHint")}
          checked={endAccess}
          onChange={(event) => setEndAccess(event.currentTarget.checked)}
        />
      )}
      <p className="muted">
        {away
          ? t("dashboard.sales.giveBack.away")
          : t(atDesk ? "dashboard.sales.giveBack.desk" : "dashboard.sales.giveBack.card")}
      </p>
    </SaleDialog>
  );
}
