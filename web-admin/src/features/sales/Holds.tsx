// The seats that wait for their money, apart from those who have theirs. They are not printed.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { moment, money } from "web-shared/format/format";
import type { Class } from "./api";
import styles from "./Class.module.css";

interface HoldsProps {
  holds: Class["holds"];
  whole: boolean;
}

export function Holds({ holds, whole }: HoldsProps) {
  const { t } = useTranslation();
  if (holds.length === 0) return null;
  return (
    <section className={styles.holds}>
      <h2>{t("dashboard.learners.holds")}</h2>
      <ul>
        {holds.map(({ reservationId, name, email, amount, until }) => {
          const who = name ?? email ?? t("dashboard.learners.unnamed");
          return (
            <li key={reservationId}>
              {whole ? <Link to={`/sales/reservations/${reservationId}`}>{who}</Link> : who}
              {typeof amount === "number" && ` · ${money(amount)}`}
              <small>{t("dashboard.learners.until", { when: moment(until) })}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
