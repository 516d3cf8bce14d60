// Who missed the last two sessions without an excuse: somebody asks what is wrong.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day } from "web-shared/format/format";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Note } from "web-shared/ui/Scene";
import { absentQuery } from "./api";
import styles from "./Home.module.css";

const SHOWN = 5;

export function Absent() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(absentQuery);
  if (data.length === 0) return null;
  const days = (dates: string[]) =>
    new Intl.ListFormat(currentLanguage()).format(
      dates.toReversed().map((one) => day(one, "medium")),
    );
  return (
    <section className={styles.absent} aria-labelledby="absent">
      <Note tone="warning">
        <h2 id="absent">{t("dashboard.home.absent", { count: data.length })}</h2>
        <ul>
          {data.slice(0, SHOWN).map(({ subscriptionId, learnerName, courseName, lastDates }) => (
            <li key={subscriptionId}>
              {t("dashboard.home.absentOne", {
                name: learnerName,
                course: courseName,
                days: days(lastDates),
              })}
            </li>
          ))}
        </ul>
        <Link to="/sales/subscriptions">{t("dashboard.home.absentAll")}</Link>
      </Note>
    </section>
  );
}
