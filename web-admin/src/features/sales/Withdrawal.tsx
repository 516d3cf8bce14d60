// The withdrawal from a sale: when it was declared, what goes back, and the decision where one is to be made.
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moment, money } from "web-shared/format/format";
import { fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import type { ReservationDetail } from "./api";
import { Amount } from "./Fields";
import { leftOf } from "./GiveBack";
import styles from "./Reservation.module.css";
import { SaleDialog } from "./SaleDialog";
import { useDecide } from "./withdrawals";

const NOTE = 500; // characters the server takes

export function Withdrawal({ reservation }: { reservation: ReservationDetail }) {
  const { t } = useTranslation();
  const [deciding, setDeciding] = useState(false);
  const withdrawal = reservation.purchase?.withdrawal;
  if (!withdrawal?.declaredAt) return null;
  const { declaredAt, outcome, proposed, decided, note } = withdrawal;
  return (
    <section className={styles.part}>
      <h2>{t("dashboard.sales.withdrawal.title")}</h2>
      <p>{t("dashboard.sales.withdrawal.declared", { moment: moment(declaredAt) })}</p>
      {outcome === "REFUNDED" && <p>{t("dashboard.sales.withdrawal.refunded")}</p>}
      {outcome === "REQUESTED" && (
        <>
          <p>{t("dashboard.sales.withdrawal.waits")}</p>
          {leftOf(reservation) > 0 && (
            <p>{t("dashboard.sales.withdrawal.proposed", { amount: money(proposed ?? 0) })}</p>
          )}
          <Button mt="md" onClick={() => setDeciding(true)}>
            {t("dashboard.sales.withdrawal.decide")}
          </Button>
        </>
      )}
      {outcome === "DECIDED" && (
        <p>{t("dashboard.sales.withdrawal.decided", { amount: money(decided ?? 0) })}</p>
      )}
      {note && <p className={styles.note}>{note}</p>}
      {deciding && <Decide reservation={reservation} onClose={() => setDeciding(false)} />}
    </section>
  );
}

interface DecideProps {
  reservation: ReservationDetail;
  onClose: () => void;
}

function Decide({ reservation, onClose }: DecideProps) {
  const { t } = useTranslation();
  const { id, proposed } = reservation.purchase?.withdrawal ?? {};
  const [amount, setAmount] = useState<number | null>(proposed ?? null);
  const [note, setNote] = useState("");
  const [asked, setAsked] = useState(false);
  const { mutateAsync, isPending, error } = useDecide();
  const max = money(leftOf(reservation));
  const missing = asked && amount === null;
  const tooMuch = (amount ?? 0) > leftOf(reservation);

  function submit() {
    setAsked(true);
    if (amount === null || tooMuch || !id) return;
    void mutateAsync({ id, amount, note: note.trim() }).then(
      () => {
        notifySuccess(t("dashboard.sales.withdrawal.done", { amount: money(amount) }));
        onClose();
      },
      () => null,
    );
  }

  return (
    <SaleDialog
      title={t("dashboard.sales.withdrawal.decideTitle")}
      action={t("dashboard.sales.withdrawal.submit", { amount: money(amount ?? 0) })}
      fields={["amount", "note"]}
      busy={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Amounts reservation={reservation} />
      <Amount
        label={t("dashboard.sales.withdrawal.amount")}
        hint={t("dashboard.sales.withdrawal.amountHint", { max })}
        value={amount}
        onChange={setAmount}
        error={
          missing
            ? t("errors.required")
            : tooMuch
              ? t("dashboard.sales.giveBack.amountRequired", { amount: max })
              : fieldError(error, "amount")
        }
      />
      <Textarea
        label={t("dashboard.sales.withdrawal.note")}
        maxLength={NOTE}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={fieldError(error, "note")}
      />
    </SaleDialog>
  );
}

/** What came, what went back of it before, what the rules propose, and what is left at most. */
function Amounts({ reservation }: { reservation: ReservationDetail }) {
  const { t } = useTranslation();
  const { purchase } = reservation;
  const left = leftOf(reservation);
  const returned = purchase?.refunded ?? 0;
  const amounts = {
    paid: left + returned,
    returned,
    proposal: purchase?.withdrawal?.proposed ?? 0,
    maximum: left,
  };
  return (
    <dl className={styles.amounts}>
      {(["paid", "returned", "proposal", "maximum"] as const).map((name) => (
        <div key={name}>
          <dt>{t(`dashboard.sales.withdrawal.${name}`)}</dt>
          <dd>{money(amounts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
