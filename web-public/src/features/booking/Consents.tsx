// The boxes before the seat is held: each says one thing, and what it refers to opens beside the form.
import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { day } from "web-shared/format/format";
import styles from "./Checkout.module.css";
import { type Asked, CONSENTS, type ConsentKind } from "./consents";
import type { Booking } from "./useBooking";

export function Consents({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const labels: Record<ConsentKind, ReactNode> = {
    TERMS: (
      <>
        {t("booking.acceptTerms")}
        <a
          href="/cgv"
          target="_blank"
          rel="noopener"
          aria-label={`${t("booking.terms")} ${t("contact.newTab")}`}
        >
          {t("booking.terms")}
        </a>
      </>
    ),
    EARLY_START: t("booking.requestEarlyStart"),
    PARENTAL: t("booking.parentalConsent"),
    CHILD_DATA: t("booking.childDataConsent"),
  };
  if (booking.asked.consents.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="consents">
      <h2 id="consents">{t("booking.consents")}</h2>
      <div className={styles.consents}>
        {booking.asked.consents.map((kind) => {
          const { field } = CONSENTS[kind];
          const error = booking.errorOf(field);
          return (
            <Checkbox
              key={kind}
              name={field}
              checked={booking.given.has(kind)}
              onChange={(event) => booking.agree(kind, event.currentTarget.checked)}
              label={labels[kind]}
              description={
                kind === "EARLY_START" ? <WithoutEarlyStart asked={booking.asked} /> : undefined
              }
              error={error}
              aria-invalid={error ? true : undefined}
              classNames={{ labelWrapper: styles.consent }}
            />
          );
        })}
      </div>
    </section>
  );
}

function WithoutEarlyStart({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  const opens = asked.opensWithoutEarlyStart;
  if (asked.earlyStartRequired && opens)
    return t("booking.earlyStartRequired", { day: day(opens) });
  return t("booking.withoutEarlyStart", { day: opens ? day(opens) : "" });
}
