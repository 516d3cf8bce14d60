// One course of the list: its arch on the wall, what it teaches, and the price column behind a dashed line.

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, courseAddress, textsLanguage, timetableOf } from "web-shared/api/courses";
import { briefRange, number, price, today } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { Seats } from "web-shared/ui/Seats";
import { Plaque } from "web-shared/ui/Tag";
import { Vue } from "web-shared/ui/Vue";
import { StartLine } from "../../ui/StartLine";
import styles from "./Courses.module.css";
import { Queue } from "./Full";
import { isWorded, LevelWord } from "./LevelWord";

const MOST_POINTS = 3;

/** `first`: seen as soon as the list opens. */
export function CourseCard({ course, first = false }: { course: Course; first?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguages().of(course.languageCode);
  const lang = textsLanguage(course);
  return (
    <article className={styles.card} data-language={language?.code}>
      <div className={styles.wall}>
        <Plaque level={course.level} />
        <Vue
          language={course.language}
          level={course.level}
          faded={!course.bookable}
          first={first}
        />
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <h2>
            <Link to={courseAddress(course)} lang={lang}>
              {course.name}
            </Link>
          </h2>
          <p className={styles.by}>
            <b>
              {language ? labelOf(language) : course.language}
              {isWorded(course.level) && <span className={styles.level}> {course.level}</span>}
            </b>
            {t("catalogue.comma")}
            <LevelWord level={course.level} />
            {course.teacherName && t("catalogue.withTeacher", { teacher: course.teacherName })}
          </p>
        </div>
        <When course={course} />
        <StartLine course={course} />
        <p className={styles.description} lang={lang}>
          {course.description}
        </p>
        <dl className={styles.points}>
          <Points title={t("catalogue.objectives")} points={course.objectives} lang={lang} />
          <Points
            title={t("catalogue.prerequisites")}
            points={course.prerequisites}
            lang={lang}
            none={t("catalogue.noPrerequisite")}
          />
        </dl>
      </div>
      <div className={styles.side}>
        <p className={styles.price}>
          {course.free ? t("catalogue.free") : price(course.price)}
          <small>
            {course.pricePerHour != null && !course.free
              ? t("catalogue.perHour", {
                  price: price(course.pricePerHour),
                  hours: number(course.totalHours),
                })
              : t("catalogue.hours", { hours: number(course.totalHours) })}
          </small>
        </p>
        <div className={styles.places}>
          <Places course={course} />
          {course.bookable && course.startDate < today() && <b>{t("catalogue.begun")}</b>}
        </div>
        <Button
          component={Link}
          to={courseAddress(course)}
          size="sm"
          variant={course.bookable ? "filled" : "outline"}
          aria-label={t("catalogue.discoverCourse", { course: course.name })}
        >
          {t("catalogue.discover")}
        </Button>
      </div>
    </article>
  );
}

/** "9 nov. – 25 janv. · lun. et jeu., 18 h 30 – 20 h": on one line where there is room. */
function When({ course }: { course: Course }) {
  const { schedule, startDate, endDate } = course;
  const timetable = timetableOf(course);
  return (
    <p className={styles.when}>
      <Icon name="calendar-dots" />
      <span>{briefRange(startDate, endDate)}</span>
      {timetable ? (
        <span>{timetable}</span>
      ) : (
        schedule?.split("\n").map((line) => (
          <span key={line} lang={textsLanguage(course)}>
            {line}
          </span>
        ))
      )}
    </p>
  );
}

/** The places, or why there is none to take. */
function Places({ course }: { course: Course }) {
  const { t } = useTranslation();
  if (course.refusal && course.refusal.code !== "full") {
    return <span className={styles.refusal}>{t("catalogue.closed")}</span>;
  }
  return (
    <>
      <Seats left={course.seatsLeft} capacity={course.capacity} />
      <Queue course={course} />
    </>
  );
}

function Points(props: { title: string; points: string[]; lang: string; none?: string }) {
  if (props.points.length === 0 && !props.none) return null;
  return (
    <div>
      <dt>{props.title}</dt>
      <dd>
        <ul>
          {props.points.slice(0, MOST_POINTS).map((point) => (
            <li key={point} lang={props.lang}>
              {point}
            </li>
          ))}
          {props.points.length === 0 && <li>{props.none}</li>}
        </ul>
      </dd>
    </div>
  );
}
