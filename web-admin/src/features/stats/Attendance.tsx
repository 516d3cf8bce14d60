// How much of what was held was attended, course by course, the lowest first; and every mark of the period as a file.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { percent } from "web-shared/format/format";
import { AttendanceExport } from "../../ui/AttendanceExport";
import type { Stats } from "./api";
import { Bar } from "./Bar";
import type { Days } from "./period";
import { Section } from "./Section";
import styles from "./Stats.module.css";

interface AttendanceProps {
  courses: Stats["attendance"];
  days: Days;
}

export function Attendance({ courses, days }: AttendanceProps) {
  const { t } = useTranslation();
  const sorted = [...courses].sort((one, other) => (one.rate ?? 2) - (other.rate ?? 2));
  return (
    <Section
      title={t("dashboard.stats.attendance.title")}
      hint={t("dashboard.stats.attendance.hint")}
      action={<AttendanceExport {...days} size="sm" />}
      file={{
        name: "assiduite",
        header: [
          t("dashboard.stats.expiring.course"),
          t("dashboard.stats.attendance.rate"),
          t("dashboard.stats.attendance.sheets"),
        ],
        lines: sorted.map(({ courseName, rate, sheets }) => [courseName, rateOf(rate), sheets]),
      }}
    >
      {sorted.length === 0 ? (
        <p className={styles.none}>{t("dashboard.stats.attendance.none")}</p>
      ) : (
        <dl className={styles.seats}>
          {sorted.map(({ courseId, courseName, rate, sheets }) => (
            <div key={courseId}>
              <dt lang="fr">
                <Link to={`/course/edit/${courseId}`}>{courseName}</Link>
              </dt>
              <dd>
                {rateOf(rate) !== null && <Bar percent={rateOf(rate) ?? 0} />}
                <span className={styles.attended}>
                  <strong>{rateOf(rate) === null ? "—" : percent(rateOf(rate) ?? 0)}</strong>{" "}
                  <span>{t("dashboard.stats.attendance.of", { count: sheets })}</span>
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

/** In whole percents. */
function rateOf(rate: number | null | undefined): number | null {
  return typeof rate === "number" ? Math.round(rate * 100) : null;
}
