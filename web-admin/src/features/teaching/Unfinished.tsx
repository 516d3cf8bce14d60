// Roll calls that are not closed, the latest first; the sessions page has all of them.
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { isUnconfirmed, rosterQuery } from "../../ui/classSessions";
import { SessionCard } from "./SessionCard";
import styles from "./Teaching.module.css";
import { useOpenSheets } from "./useOwnSessions";

const MOST = 12; // sessions that are looked at

export function Unfinished({ now }: { now: number }) {
  const { t } = useTranslation();
  const { data: sheets = [] } = useOpenSheets(now);
  const latest = sheets.slice(-MOST).reverse();
  const rosters = useQueries({ queries: latest.map(({ id }) => rosterQuery(id)) });
  const open = rosters.flatMap(({ data }) =>
    data && !data.sheet && data.rows.length > 0 ? [data] : [],
  );
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="unfinished">
      <h2 id="unfinished">{t("dashboard.today.unfinished")}</h2>
      <ul className={styles.cards}>
        {open.map(({ session, rows }) => {
          const scans = rows.filter(isUnconfirmed).length;
          const detail = [
            session.courseName,
            t("dashboard.today.learners", { count: rows.length }),
            scans > 0 && t("dashboard.today.scans", { count: scans }),
          ];
          return (
            <li key={session.id}>
              <SessionCard
                session={session}
                title={t("dashboard.today.toClose")}
                detail={detail.filter(Boolean).join(", ")}
              />
            </li>
          );
        })}
      </ul>
      {sheets.length > MOST && (
        <Link className={styles.all} to="/seances?which=open">
          {t("dashboard.today.allOpen")}
          <Icon name="caret-right-bold" size={14} />
        </Link>
      )}
    </section>
  );
}
