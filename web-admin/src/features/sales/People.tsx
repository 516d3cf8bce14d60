// Who pays and who learns, and the subscription that came of it.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day } from "web-shared/format/format";
import type { History, ReservationDetail } from "./api";
import styles from "./Reservation.module.css";

interface PeopleProps {
  reservation: ReservationDetail;
  history: History;
}

export function People({ reservation: { purchase }, history }: PeopleProps) {
  const { t } = useTranslation();
  const { payer, learner, subscription } = history;
  return (
    <section className={styles.part}>
      <h2>{t("dashboard.sales.people")}</h2>
      {purchase?.forAnother ? (
        <>
          <Person as={t("dashboard.sales.learner")} party={learner} />
          <Person as={t("dashboard.sales.payer")} party={payer} />
        </>
      ) : (
        <Person as={t("dashboard.sales.learnerAndPayer")} party={learner} />
      )}
      {subscription && (
        <div className={styles.person}>
          <h3>{t("dashboard.sales.subscription")}</h3>
          <p>
            <Link
              to={`/sales/subscriptions?q=${encodeURIComponent(learner.email || (learner.name ?? ""))}`}
            >
              {t("dashboard.sales.subscriptionOf", { id: subscription.id })}
            </Link>
          </p>
          <p className="muted">
            {t(subscription.canAccess ? "dashboard.sales.openUntil" : "dashboard.sales.closed", {
              day: day(subscription.accessExpiresAt),
            })}
          </p>
        </div>
      )}
    </section>
  );
}

function Person({ as, party }: { as: string; party: History["payer"] }) {
  const { t } = useTranslation();
  const { name, email, phone } = party;
  return (
    <div className={styles.person}>
      <h3>{as}</h3>
      {name && <p>{name}</p>}
      <p>{email ? <a href={`mailto:${email}`}>{email}</a> : t("dashboard.users.noEmail")}</p>
      {phone && (
        <p>
          <a href={`tel:${phone.replace(/\s/g, "")}`}>{phone}</a>
        </p>
      )}
    </div>
  );
}
