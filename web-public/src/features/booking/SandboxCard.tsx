// The school's own card form, in test mode only: it takes the test cards and no other. Nothing typed here is kept.
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { fieldError, fieldText } from "web-shared/i18n/errors";
import { Fields } from "web-shared/ui/Fields";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import styles from "./Checkout.module.css";
import { type CardText, writeCvc, writeExpiry, writeNumber } from "./card";
import { paymentFailure } from "./Payment";
import { TestCards } from "./TestCards";
import { CardRefused, type PaymentFlow } from "./usePayment";

interface SandboxCardProps {
  payment: PaymentFlow;
  label: string;
  holder: string;
}

export function SandboxCard({ payment, label, holder }: SandboxCardProps) {
  const { t } = useTranslation();
  const [card, setCard] = useState<CardText>({
    holderName: holder,
    cardNumber: "",
    expiry: "",
    cvc: "",
  });
  const [noHolder, setNoHolder] = useState(false);
  const { error, busy } = payment;
  const { form } = useFirstFault(error);

  const set = (part: Partial<CardText>) => setCard((before) => ({ ...before, ...part }));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setNoHolder(card.holderName.trim() === "");
    if (card.holderName.trim() !== "") payment.pay(card);
  }

  const failure = paymentFailure(error);
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <Fields>
        <TextInput
          className={styles.span}
          label={t("booking.cardHolder")}
          autoComplete="cc-name"
          value={card.holderName}
          onChange={(event) => set({ holderName: event.currentTarget.value })}
          error={noHolder ? t("errors.holder_required") : cardError(error, "holderName")}
        />
        <TextInput
          className={styles.span}
          label={t("booking.cardNumber")}
          inputMode="numeric"
          autoComplete="cc-number"
          rightSection={<Icon name="credit-card" size={24} />}
          value={card.cardNumber}
          onChange={(event) => set({ cardNumber: writeNumber(event.currentTarget.value) })}
          error={cardError(error, "cardNumber")}
        />
        <TextInput
          label={t("booking.cardExpiry")}
          placeholder={t("booking.expiryFormat")}
          inputMode="numeric"
          autoComplete="cc-exp"
          value={card.expiry}
          onChange={(event) => set({ expiry: writeExpiry(event.currentTarget.value, card.expiry) })}
          error={cardError(error, "expMonth") ?? cardError(error, "expYear")}
        />
        <TextInput
          label={t("booking.cardCvc")}
          placeholder={t("booking.cvcFormat")}
          inputMode="numeric"
          autoComplete="cc-csc"
          value={card.cvc}
          onChange={(event) => set({ cvc: writeCvc(event.currentTarget.value) })}
          error={cardError(error, "cvc")}
        />
      </Fields>
      <TestCards onChoose={(cardNumber) => set({ cardNumber })} />
      <div role="alert">{failure && <Note tone="danger">{failure}</Note>}</div>
      <Button
        type="submit"
        fullWidth
        className={styles.wide}
        disabled={busy}
        data-busy={busy || undefined}
      >
        {label}
      </Button>
    </form>
  );
}

/** The provider's word about one field, however it came: as an answer or as a refused request. */
function cardError(error: unknown, field: string): string | undefined {
  if (error instanceof CardRefused) {
    const fault = error.fields.find(({ name }) => name === field);
    return fault && fieldText(fault);
  }
  return error instanceof ApiError ? fieldError(error, field) : undefined;
}
