// The sessions that move with the course, and those whose new day falls on a closure.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { day } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";
import { Tag } from "web-shared/ui/Tag";
import type { MovedSession } from "../../ui/decisionTypes";
import styles from "./Decisions.module.css";

export function Sessions({ sessions }: { sessions: MovedSession[] }) {
  const { t } = useTranslation();
  const heading = useId();
  if (sessions.length === 0) return null;
  return (
    <div className={styles.people}>
      <h3 id={heading}>{t("dashboard.decisions.sessions", { count: sessions.length })}</h3>
      {sessions.some(({ closure }) => closure) && <p>{t("dashboard.decisions.closures")}</p>}
      <ul aria-labelledby={heading}>
        {sessions.map(({ id, date, newDate, startTime, closure }) => (
          <li key={id}>
            <span>
              {t("dashboard.decisions.moved", {
                day: day(date, "brief"),
                newDay: day(newDate, "brief"),
                time: hour(startTime),
              })}
            </span>
            {closure && <Tag tone="warning">{closure}</Tag>}
          </li>
        ))}
      </ul>
    </div>
  );
}
