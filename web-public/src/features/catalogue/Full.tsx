// What a full course says of its waiting list, and where a place is left without waiting.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, courseAddress, textsLanguage } from "web-shared/api/courses";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { coursesQuery } from "./api";
import styles from "./Full.module.css";
import { OtherCourses } from "./OtherCourses";

/** Whether a course can be waited for: seats are all that it lacks. */
export function isFull({ refusal }: Course): boolean {
  return refusal?.code === "full";
}

/** "4 personnes attendent"; nothing where nobody does. */
export function Queue({ course }: { course: Course }) {
  const { t } = useTranslation();
  if (!isFull(course) || course.waiting === 0) return null;
  return <span className={styles.queue}>{t("seats.waiting", { count: course.waiting })}</span>;
}

export function HowToWait({ course: { offerHours } }: { course: Course }) {
  const { t } = useTranslation();
  const steps = [
    [t("waitlist.how.free"), t("waitlist.how.freeText")],
    [t("waitlist.how.hours", { count: offerHours }), t("waitlist.how.night")],
    [t("waitlist.how.answer"), t("waitlist.how.answerText")],
  ];
  return (
    <section>
      <h2>{t("waitlist.how.title")}</h2>
      <ol className={styles.steps}>
        {steps.map(([title, text], at) => (
          <li key={title}>
            <span className={styles.number} aria-hidden="true">
              {at + 1}
            </span>
            <span>
              <b>{title}</b>
              <span className="muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A course of the same language and level with a place left, and all others with one. */
export function Instead({ course }: { course: Course }) {
  const { t } = useTranslation();
  const language = useLanguages().of(course.languageCode);
  const { data = [] } = useQuery(coursesQuery(course.type));
  const other = data.find(
    ({ bookable, languageCode, level }) =>
      bookable && languageCode === course.languageCode && level === course.level,
  );
  return (
    <section>
      <h2>{t("waitlist.instead.title")}</h2>
      {other && (
        <p className={styles.other}>
          <Icon name="calendar-dots" size={22} />
          <span>
            <b lang={textsLanguage(other)}>{other.name}</b>
            {t("catalogue.comma")}
            {language ? labelOf(language) : other.language} {other.level},{" "}
            {t(other.type === "ONLINE" ? "booking.online" : "booking.inPerson")}.{" "}
            {typeof other.seatsLeft === "number" &&
              `${t("seats.left", { count: other.seatsLeft })}. `}
            <Link to={courseAddress(other)}>{t("waitlist.instead.see")}</Link>
          </span>
        </p>
      )}
      <p>
        <OtherCourses course={course} />
      </p>
    </section>
  );
}
