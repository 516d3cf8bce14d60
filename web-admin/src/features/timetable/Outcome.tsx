// What saving does and what it leaves as it is.
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import type { Course, SeriesPreview } from "./api";
import { outcomeOf } from "./preview";
import styles from "./Sessions.module.css";

export function Outcome({ preview, course }: { preview: SeriesPreview; course: Course }) {
  const { t } = useTranslation();
  const outcome = outcomeOf(preview.dates);
  const { added, moved, removed, kept, past, byHand, cancelled } = outcome;
  const untouched = (["past", "byHand", "cancelled"] as const).filter((why) => outcome[why] > 0);
  const changes = [
    { name: "added", icon: "plus-bold", count: added },
    { name: "moved", icon: "clock", count: moved },
    { name: "removed", icon: "trash", count: removed },
  ] as const;
  const told = course.status === "PUBLISHED" && added + moved + removed > 0;
  return (
    <section className={styles.box} aria-label={t("dashboard.timetable.outcome.title")}>
      <h2>{t("dashboard.timetable.outcome.title")}</h2>
      <ul className={styles.outcome}>
        {changes.map(
          ({ name, icon, count }) =>
            count > 0 && (
              <li key={name}>
                <Icon name={icon} />
                {t(`dashboard.timetable.outcome.${name}`, { count })}
              </li>
            ),
        )}
        {added + moved + removed === 0 && (
          <li>
            <Icon name="check-bold" />
            {t("dashboard.timetable.outcome.nothing")}
          </li>
        )}
        {kept + past + byHand + cancelled > 0 && (
          <li>
            <Icon name="lock-simple" />
            <span>
              {t("dashboard.timetable.outcome.kept", { count: kept + past + byHand + cancelled })}
              {untouched.length > 0 &&
                ` (${untouched.map((why) => t(`dashboard.timetable.outcome.why.${why}`, { count: outcome[why] })).join(", ")})`}
            </span>
          </li>
        )}
        {told && (
          <li>
            <Icon name="info" />
            {t("dashboard.timetable.outcome.mail")}
          </li>
        )}
      </ul>
    </section>
  );
}
