// The hours that are planned beside those the course announces.
import { useTranslation } from "react-i18next";
import { Note } from "web-shared/ui/Scene";
import styles from "./Sessions.module.css";
import { lengthText } from "./time";

interface HoursProps {
  /** Of all sessions that are held or planned. */
  minutes: number;
  /** Hours that the course announces. */
  total: number;
}

export function Hours({ minutes, total }: HoursProps) {
  const { t } = useTranslation();
  const missing = total * 60 - minutes;
  return (
    <section className={styles.box} aria-label={t("dashboard.timetable.hours.title")}>
      <h2>{t("dashboard.timetable.hours.title")}</h2>
      <p>
        <b className="num">{lengthText(minutes)}</b>{" "}
        <span className="muted">
          {t("dashboard.timetable.hours.of", { total: lengthText(total * 60) })}
        </span>
      </p>
      <progress aria-hidden="true" max={Math.max(total * 60, 1)} value={minutes} />
      {missing === 0 ? (
        <Note tone="success">{t("dashboard.timetable.hours.even")}</Note>
      ) : (
        <Note tone="warning">
          {t(missing > 0 ? "dashboard.timetable.hours.missing" : "dashboard.timetable.hours.over", {
            length: lengthText(Math.abs(missing)),
          })}
        </Note>
      )}
    </section>
  );
}
