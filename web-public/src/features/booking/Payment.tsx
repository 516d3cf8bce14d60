// The secure panel of step 3: the form of whoever takes the payment, and what became of it.
import { Button } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import type { PaymentConfig } from "./api";
import { BankDialog } from "./BankDialog";
import styles from "./Checkout.module.css";
import { SandboxCard } from "./SandboxCard";
import { CardRefused, type PaymentFlow } from "./usePayment";

const StripeCard = lazy(() =>
  import("./StripeCard").then((module) => ({ default: module.StripeCard })),
);

interface PaymentProps {
  config: PaymentConfig;
  payment: PaymentFlow;
  /** As it is written on the button. */
  amount: string;
  /** The name proposed for the card. */
  holder: string;
  toOther: boolean;
}

export function Payment({ config, payment, amount, holder, toOther }: PaymentProps) {
  const { t } = useTranslation();
  const label = payment.busy ? t("booking.processing") : t("booking.pay", { amount });
  return (
    <section className={`${styles.card} ${styles.pay}`}>
      {config.testMode && (
        <span className={styles.ribbon} aria-hidden="true">
          {t("testMode.name")}
        </span>
      )}
      <h2>
        <Icon name="lock-simple" />
        {t("booking.securePayment")}
      </h2>
      {payment.paid ? (
        <Enrolling payment={payment} />
      ) : config.provider === "sandbox" ? (
        <SandboxCard payment={payment} label={label} holder={holder} />
      ) : (
        <Suspense>
          <StripeCard
            publishableKey={config.publishableKey ?? ""}
            clientSecret={payment.secret}
            holder={holder}
            label={label}
            onSucceeded={payment.succeeded}
          />
        </Suspense>
      )}
      <p className={styles.after}>{t(toOther ? "booking.mailToBoth" : "booking.mailToYou")}</p>
      <BankDialog
        opened={payment.asksBank}
        amount={amount}
        onAnswer={(action) => payment.answer(action)}
      />
    </section>
  );
}

/** The card went through: from here on only the enrolment is asked for, again if need be. */
function Enrolling({ payment }: { payment: PaymentFlow }) {
  const { t } = useTranslation();
  if (!payment.error) {
    return (
      <p role="status">
        <Note>{t("booking.enrolling")}</Note>
      </p>
    );
  }
  return (
    <div role="alert" className={styles.enrolling}>
      <Note tone="warning">{errorText(payment.error)}</Note>
      <Button variant="outline" onClick={payment.retry} loading={payment.busy}>
        {t("common.retry")}
      </Button>
    </div>
  );
}

/** What to say about a payment that failed; null when its fault stands under a field. */
export function paymentFailure(error: unknown): string | null {
  if (!error) return null;
  if (!(error instanceof CardRefused)) return errorText(error);
  return error.fields.length > 0 ? null : fieldText({ name: "", ...error.reason });
}
