// The card form of Stripe, in separate fields. Its script is fetched only here, from js.stripe.com; no number comes to the school.
import { Button, Input, TextInput } from "@mantine/core";
import type { Stripe, StripeCardNumberElement, StripeElements } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Fields } from "web-shared/ui/Fields";
import { Note } from "web-shared/ui/Scene";
import styles from "./Checkout.module.css";

interface StripeCardProps {
  publishableKey: string;
  clientSecret: string;
  holder: string;
  label: string;
  onSucceeded: () => void;
}

const PARTS = ["cardNumber", "cardExpiry", "cardCvc"] as const;
type Part = (typeof PARTS)[number];

interface Form {
  stripe: Stripe;
  elements: StripeElements;
  number: StripeCardNumberElement;
}

export function StripeCard({
  publishableKey,
  clientSecret,
  holder,
  label,
  onSucceeded,
}: StripeCardProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(holder);
  const [faults, setFaults] = useState<Partial<Record<Part | "holder" | "form", string>>>({});
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const form = useStripe(publishableKey, place, (part, message) =>
    setFaults((before) => ({ ...before, [part]: message })),
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !form) return;
    if (name.trim() === "") return setFaults({ holder: t("errors.holder_required") });
    setBusy(true);
    setFaults({});
    try {
      const { error, paymentIntent } = await form.stripe.confirmCardPayment(clientSecret, {
        payment_method: { card: form.number, billing_details: { name: name.trim() } },
      });
      if (paymentIntent?.status === "succeeded" || paymentIntent?.status === "processing")
        onSucceeded();
      else setFaults({ form: error?.message ?? t("errors.payment_failed") });
    } catch {
      setFaults({ form: t("booking.unexpectedPayment") });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={place} onSubmit={submit} noValidate className={styles.form}>
      <Fields>
        <TextInput
          className={styles.span}
          label={t("booking.cardHolder")}
          autoComplete="cc-name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faults.holder}
        />
        {PARTS.map((part) => (
          <Input.Wrapper
            key={part}
            className={part === "cardNumber" ? styles.span : undefined}
            label={t(`booking.${part}`)}
            error={faults[part]}
          >
            <div className={styles.stripe} data-part={part} />
          </Input.Wrapper>
        ))}
      </Fields>
      <div role="alert">{faults.form && <Note tone="danger">{faults.form}</Note>}</div>
      <Button type="submit" fullWidth className={styles.wide} disabled={busy || !form}>
        {busy ? t("booking.processing") : label}
      </Button>
    </form>
  );
}

/** The provider's fields, mounted in their places; null until its script is there. */
function useStripe(
  key: string,
  place: React.RefObject<HTMLFormElement | null>,
  onFault: (part: Part, message: string | undefined) => void,
): Form | null {
  const [form, setForm] = useState<Form | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are mounted once for a key
  useEffect(() => {
    let left = false;
    let elements: StripeElements | undefined;
    void loadStripe(key, { locale: currentLanguage() }).then((stripe) => {
      if (left || !stripe) return;
      elements = stripe.elements();
      const spot = (part: Part) =>
        place.current?.querySelector<HTMLElement>(`[data-part=${part}]`) ?? "";
      const number = elements.create("cardNumber");
      const expiry = elements.create("cardExpiry");
      const cvc = elements.create("cardCvc");
      number.mount(spot("cardNumber"));
      expiry.mount(spot("cardExpiry"));
      cvc.mount(spot("cardCvc"));
      number.on("change", ({ error }) => onFault("cardNumber", error?.message));
      expiry.on("change", ({ error }) => onFault("cardExpiry", error?.message));
      cvc.on("change", ({ error }) => onFault("cardCvc", error?.message));
      setForm({ stripe, elements, number });
    });
    return () => {
      left = true;
      for (const part of PARTS) elements?.getElement(part as "cardNumber")?.destroy();
    };
  }, [key]);

  return form;
}
