// What was reserved and what it cost, line by line; what was paid and what went back.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, moment, money } from "web-shared/format/format";
import { Papers } from "web-shared/ui/Papers";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { WhyPrice } from "web-shared/ui/WhyPrice";
import type { History, ReservationDetail } from "./api";
import { RefundActions } from "./RefundActions";
import styles from "./Reservation.module.css";
import { useScope } from "./state";

interface MoneyProps {
  reservation: ReservationDetail;
  history: History;
}

export function Money({ reservation, history }: MoneyProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const { purchase, courseId, courseName, moduleTitles, requestedStartDate } = reservation;
  if (!purchase) return null;
  return (
    <section className={styles.part}>
      <h2>{t("dashboard.sales.order")}</h2>
      <p className={styles.course}>
        <Link to={`/course/${courseId}/learners`} lang="fr">
          {courseName}
        </Link>
      </p>
      <p className="muted">
        {scope(moduleTitles)} · {t("dashboard.sales.startsOn", { day: day(requestedStartDate) })}
      </p>
      <table className={styles.lines}>
        <caption className="hidden">{t("dashboard.sales.lines")}</caption>
        <thead className="hidden">
          <tr>
            <th scope="col">{t("dashboard.sales.line")}</th>
            <th scope="col">{t("dashboard.sales.amount")}</th>
          </tr>
        </thead>
        <tbody>
          {purchase.lines.map(({ moduleId, title, amount }) => (
            <tr key={moduleId ?? title}>
              <th scope="row" lang="fr">
                {title}
              </th>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("dashboard.sales.total")}</th>
            <td>{money(purchase.amount)}</td>
          </tr>
          {purchase.refunded > 0 && (
            <tr>
              <th scope="row">{t("dashboard.sales.refunded")}</th>
              <td>−{money(purchase.refunded)}</td>
            </tr>
          )}
        </tfoot>
      </table>
      <WhyPrice lines={purchase.lines} />
      <Papers papers={purchase.papers} />
      <Payments history={history} by={purchase.confirmedBy} />
    </section>
  );
}

const PAYMENT_TONES: Record<History["payments"][number]["status"], Tone> = {
  OPEN: "neutral",
  PAID: "success",
  CANCELLED: "neutral",
  FAILED: "danger",
};

const REFUND_TONES: Record<History["refunds"][number]["status"], Tone> = {
  PENDING: "warning",
  DONE: "success",
  FAILED: "danger",
};

/** Why it goes back, how, and what stands in its way. */
function RefundFacts({ refund }: { refund: History["refunds"][number] }) {
  const { t } = useTranslation();
  const { reason, createdAt, doneAt, status, attempts, stranded, note, byHand, handNote } = refund;
  const lastError = stranded ? t("dashboard.sales.stranded") : refund.lastError;
  return (
    <>
      <small>
        {t(`dashboard.sales.reasons.${reason}`)} · {moment(doneAt ?? createdAt)}
      </small>
      {byHand && (
        <small>
          {t("dashboard.sales.byHand", { means: t(`dashboard.sales.means.${byHand}`) })}
        </small>
      )}
      {attempts > 1 && status !== "DONE" && (
        <small>{t("dashboard.sales.attempts", { count: attempts })}</small>
      )}
      {lastError && status !== "DONE" && <p className={styles.note}>{lastError}</p>}
      {note && <p className={styles.note}>{note}</p>}
      {handNote && <p className={styles.note}>{handNote}</p>}
    </>
  );
}

function Payments({ history, by }: { history: History; by?: string | null | undefined }) {
  const { t } = useTranslation();
  const { payments, refunds, note } = history;
  if (payments.length === 0) return <p className="muted">{t("dashboard.sales.noPayment")}</p>;
  return (
    <>
      <h3>{t("dashboard.sales.payments")}</h3>
      <ul className={styles.payments}>
        {payments.map(({ id, provider, status, amount, reference, paidAt, createdAt }) => (
          <li key={id}>
            <div>
              <b>
                {provider === "DESK" && by
                  ? t(`dashboard.sales.means.${by as "CHEQUE"}`)
                  : t(`dashboard.sales.providers.${provider}`)}
              </b>
              <Tag tone={PAYMENT_TONES[status]}>{t(`dashboard.sales.paymentIs.${status}`)}</Tag>
              <span>{money(amount)}</span>
            </div>
            <small>{moment(paidAt ?? createdAt)}</small>
            <small title={reference}>{t("dashboard.sales.paymentNumber", { id })}</small>
            {provider === "DESK" && note && <p className={styles.note}>{note}</p>}
          </li>
        ))}
        {refunds.map((refund) => (
          <li key={`refund ${refund.id}`}>
            <div>
              <b>{t("dashboard.sales.refund")}</b>
              <Tag tone={REFUND_TONES[refund.status]}>
                {refund.atDesk && refund.status === "PENDING"
                  ? t("dashboard.sales.refundWaits")
                  : t(`dashboard.sales.refundIs.${refund.status}`)}
              </Tag>
              <span>−{money(refund.amount)}</span>
            </div>
            <RefundFacts refund={refund} />
            <RefundActions refund={refund} />
          </li>
        ))}
      </ul>
    </>
  );
}
