// One purchase: the course, for whom, what it cost, and what became of seat and money.
import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, dayOf, moment, money } from "web-shared/format/format";
import { Papers } from "web-shared/ui/Papers";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { WhyPrice } from "web-shared/ui/WhyPrice";
import { Threshold } from "../../ui/Threshold";
import type { Bought, Refund } from "./api";
import { Held } from "./Held";
import styles from "./Profile.module.css";
import { Withdrawal } from "./Withdrawal";

const TONES: Record<Bought["status"], Tone> = {
  HELD: "warning",
  CONFIRMED: "success",
  EXPIRED: "neutral",
  CANCELLED: "neutral",
};

export interface PurchaseProps {
  bought: Bought;
  /** Milliseconds the server's clock is ahead. */
  offset: number;
  toPayment: (hold: Bought) => string;
  /** The time of the held seat has run out. */
  onOver: () => void;
}

export function Purchase(props: PurchaseProps) {
  const { t } = useTranslation();
  const { bought } = props;
  const { status, purchase } = bought;
  return (
    <article className={styles.purchase}>
      <div className={styles.what}>
        <p className={styles.tags}>
          <Tag tone={TONES[status]}>{t(`profile.purchases.status.${status}`)}</Tag>
          <Tag>{t(`courseType.${bought.courseType}`)}</Tag>
        </p>
        <h2 lang="fr">{bought.courseName}</h2>
        <Facts bought={bought} />
        <ul className={styles.lines}>
          {purchase.lines.map((line) => (
            <li key={line.moduleId ?? 0}>
              {line.moduleId ? (
                <span lang="fr">{line.title}</span>
              ) : (
                <span>{t("profile.purchases.wholeCourse")}</span>
              )}
              <span className="num">{money(line.amount)}</span>
            </li>
          ))}
        </ul>
        <WhyPrice lines={purchase.lines} />
        <div className={styles.threshold}>
          <Threshold start={bought.threshold ?? null} free={purchase.amount === 0} />
        </div>
      </div>
      <div className={styles.money}>
        <p>
          <span className="caption muted">{t("profile.purchases.total")}</span>
          <b className={styles.total}>{money(purchase.amount)}</b>
        </p>
        <Payment bought={bought} />
        <Papers papers={purchase.papers} />
        <Withdrawal bought={bought} />
        {purchase.cancellable && <Held {...props} />}
        {status === "CONFIRMED" && !purchase.forAnother && purchase.subscriptionId && (
          <Anchor component={Link} to="/profile/subscriptions">
            {t("profile.purchases.toSubscription")}
          </Anchor>
        )}
      </div>
    </article>
  );
}

function Facts({ bought }: { bought: Bought }) {
  const { t } = useTranslation();
  const { purchase } = bought;
  return (
    <dl className={styles.facts}>
      <dt>{t("profile.purchases.learner")}</dt>
      <dd>
        {purchase.forAnother
          ? purchase.learnerName || purchase.learnerEmail || "–"
          : t("profile.purchases.you")}
      </dd>
      <dt>{t("profile.purchases.start")}</dt>
      <dd>{day(bought.requestedStartDate)}</dd>
      <dt>{t("profile.purchases.made")}</dt>
      <dd>{moment(purchase.createdAt)}</dd>
    </dl>
  );
}

/** What became of the money, in sentences. */
function Payment({ bought: { id, status, purchase } }: { bought: Bought }) {
  const { t } = useTranslation();
  const { confirmedAt, confirmedBy, refunds, paymentReference } = purchase;
  return (
    <div className={styles.payment}>
      {confirmedAt && (
        <p>
          {t(`profile.purchases.paidBy.${confirmedBy as PaidBy}`, { day: day(dayOf(confirmedAt)) })}
        </p>
      )}
      {!confirmedAt && refunds.length === 0 && status !== "HELD" && (
        <p>{t("profile.purchases.notCharged")}</p>
      )}
      {refunds.map((refund) => (
        <RefundLine key={refund.id} refund={refund} />
      ))}
      {paymentReference && (
        <p className={styles.reference}>{t("profile.purchases.reference", { number: id })}</p>
      )}
    </div>
  );
}

type PaidBy = "CARD" | "TRANSFER" | "CHEQUE" | "CASH" | "FREE";

function RefundLine({ refund }: { refund: Refund }) {
  const { t } = useTranslation();
  return <p>{t(`profile.purchases.refund.${refund.status}`, { amount: money(refund.amount) })}</p>;
}
