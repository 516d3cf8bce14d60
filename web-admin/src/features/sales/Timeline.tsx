// All that happened, the latest last: what was done by whom, money that came and went, mails that left.
import { useTranslation } from "react-i18next";
import { moment, money } from "web-shared/format/format";
import type { History } from "./api";
import styles from "./Reservation.module.css";

interface Moment {
  at: string;
  what: string;
  by?: string | undefined;
}

export function Timeline({ history }: { history: History }) {
  const { t } = useTranslation();
  const moments = useMoments(history);
  return (
    <section className={styles.part}>
      <h2>{t("dashboard.sales.history")}</h2>
      <ol className={styles.timeline}>
        {moments.map(({ at, what, by }) => (
          <li key={`${at} ${what}`}>
            <p>{what}</p>
            <small>
              <time dateTime={at}>{moment(at)}</time>
              {by && ` · ${by}`}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useMoments(history: History): Moment[] {
  const { t } = useTranslation();
  const known = ["held", "extended", "confirmed", "withdrawn", "cancelled", "expired"] as const;
  const done = history.events.flatMap(({ at, what, by, role }): Moment[] => {
    const event = known.find((one) => one === what);
    if (!event) return [];
    const staff = role === "ADMIN" ? ` (${t("dashboard.roles.ADMIN")})` : "";
    return [{ at, what: t(`dashboard.sales.events.${event}`), by: by ? by + staff : undefined }];
  });
  const paid = history.payments.flatMap(({ paidAt, received }): Moment[] =>
    paidAt
      ? [{ at: paidAt, what: t("dashboard.sales.events.paid", { amount: money(received) }) }]
      : [],
  );
  const refunded = history.refunds.flatMap(({ amount, createdAt, doneAt }): Moment[] => {
    const back = { amount: money(amount) };
    const decided = { at: createdAt, what: t("dashboard.sales.events.refundDecided", back) };
    return doneAt
      ? [decided, { at: doneAt, what: t("dashboard.sales.events.refundDone", back) }]
      : [decided];
  });
  const mailed = history.mails.flatMap(({ sentAt, recipient }): Moment[] =>
    sentAt ? [{ at: sentAt, what: t("dashboard.sales.events.mailed", { name: recipient }) }] : [],
  );
  return [...paid, ...done, ...refunded, ...mailed].sort((one, other) =>
    one.at.localeCompare(other.at),
  );
}
