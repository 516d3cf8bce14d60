// The practical facts of a course: when, where, how many, for how much.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, textsLanguage, timetableOf } from "web-shared/api/courses";
import { day, number, price } from "web-shared/format/format";
import { useLanguages } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { Seats } from "web-shared/ui/Seats";
import { CourseThreshold } from "../../ui/Threshold";
import styles from "./Course.module.css";

interface PracticalProps {
  course: Course;
  /** Whoever enters now pays less than its price. */
  late: boolean;
}

export function Practical({ course, late }: PracticalProps) {
  const { t } = useTranslation();
  const languages = useLanguages();
  return (
    <section id="practical">
      <h2>{t("catalogue.practicalTitle")}</h2>
      <dl className={styles.practical}>
        <Fact name={t("catalogue.dates")}>
          {t("catalogue.fromTo", { from: day(course.startDate), to: day(course.endDate) })}
          {/* With its sessions it stands below them. */}
          {!course.sessionsSummary && <CourseThreshold course={course} />}
        </Fact>
        <Timetable course={course} />
        <Place course={course} />
        <Fact name={t("catalogue.length")}>
          {t("catalogue.hoursLong", { count: course.totalHours, hours: number(course.totalHours) })}
        </Fact>
        <Price course={course} late={late} />
        {typeof course.capacity === "number" && (
          <Fact name={t("catalogue.group")}>
            {t("catalogue.atMost", { count: course.capacity })}
            <Seats left={course.seatsLeft} capacity={course.capacity} />
          </Fact>
        )}
      </dl>
      <p className={styles.prerequisites}>
        {t("catalogue.doubtLevel")}{" "}
        <Link to={testAddress(languages.of(course.languageCode))}>{t("catalogue.levelTest")}</Link>
      </p>
    </section>
  );
}

function Timetable({ course }: { course: Course }) {
  const { t } = useTranslation();
  const timetable = timetableOf(course);
  if (timetable) return <Fact name={t("catalogue.schedule")}>{timetable}</Fact>;
  return (
    <Fact name={t("catalogue.schedule")} lang={textsLanguage(course)}>
      {course.schedule}
    </Fact>
  );
}

function Place({ course }: { course: Course }) {
  const { t } = useTranslation();
  if (course.type === "ONLINE") {
    return <Fact name={t("catalogue.place")}>{t("catalogue.placeOnline")}</Fact>;
  }
  return (
    <Fact name={t("catalogue.place")} lang={textsLanguage(course)}>
      {course.location}
    </Fact>
  );
}

function Price({ course, late }: PracticalProps) {
  const { t } = useTranslation();
  const hourly = course.free ? null : course.pricePerHour;
  return (
    <Fact name={t("catalogue.price")}>
      {course.free ? t("catalogue.free") : price(course.price)}
      {typeof hourly === "number" && t("catalogue.thatIs", { price: price(hourly) })}
      {late && ` ${t("price.allSessions")}`}
    </Fact>
  );
}

function Fact(props: { name: string; lang?: string; children: ReactNode }) {
  if (!props.children) return null;
  return (
    <div>
      <dt>{props.name}</dt>
      <dd lang={props.lang}>{props.children}</dd>
    </div>
  );
}
