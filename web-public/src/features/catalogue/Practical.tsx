// The practical facts of a course: when, where, how many.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { day, number } from "web-shared/format/format";
import { languageOf } from "web-shared/theme/language";
import styles from "./Course.module.css";
import { testAddress } from "./Help";

export function Practical({ course }: { course: Course }) {
  const { t } = useTranslation();
  const hours = { count: course.totalHours, hours: number(course.totalHours) };
  const dates = course.startDate &&
    course.endDate && { from: day(course.startDate), to: day(course.endDate) };
  const facts = [
    [t("catalogue.dates"), dates && t("catalogue.fromTo", dates)],
    [t("catalogue.schedule"), course.schedule],
    [t("catalogue.place"), course.type === "ONLINE" ? t("catalogue.placeOnline") : course.location],
    [t("catalogue.length"), t("catalogue.hoursLong", hours)],
    [
      t("catalogue.group"),
      typeof course.capacity === "number" && t("catalogue.atMost", { count: course.capacity }),
    ],
  ];
  return (
    <section id="practical">
      <h2>{t("catalogue.practicalTitle")}</h2>
      <dl className={styles.practical}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={String(name)}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.prerequisites}>
        {t("catalogue.doubtLevel")}{" "}
        <Link to={testAddress(languageOf(course.language))}>{t("catalogue.levelTest")}</Link>
      </p>
    </section>
  );
}
