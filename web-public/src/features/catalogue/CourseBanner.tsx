// The head of a course: where one is, what it is called, the facts, what its way of learning is like, and its landscape:
// through the open arch of the school, or through one's own window at home.

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, textsLanguage, timetableOf } from "web-shared/api/courses";
import { dayRange, number } from "web-shared/format/format";
import { useSchool } from "web-shared/school";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { Plaque } from "web-shared/ui/Tag";
import { Vue } from "web-shared/ui/Vue";
import type { CourseRating } from "./api";
import styles from "./Course.module.css";
import { isFull } from "./Full";
import { LevelWord } from "./LevelWord";
import { listAddress } from "./listAddress";

interface CourseBannerProps {
  course: Course;
  rating: CourseRating | undefined;
}

export function CourseBanner({ course, rating }: CourseBannerProps) {
  const { t } = useTranslation();
  const language = useLanguages().of(course.languageCode);
  const lang = textsLanguage(course);
  const online = course.type === "ONLINE";
  const timetable = timetableOf(course);
  const { city } = useSchool();
  const name = language ? labelOf(language) : course.language;
  return (
    <header className={styles.banner}>
      <div className={styles.ground} />
      <div className="wrap">
        <div className={styles.words}>
          <nav className={styles.crumbs} aria-label={t("catalogue.crumbs")}>
            <Link to="/">{t("catalogue.home")}</Link> /{" "}
            <Link to={listAddress({ type: course.type })}>{t("nav.courses")}</Link> /{" "}
            <Link to={listAddress(course)}>{name}</Link>
          </nav>
          <p className={styles.kind}>
            <Plaque level={course.level} niche />
            <span>
              <b>
                {name}
                {t("catalogue.comma")}
                <LevelWord level={course.level} />
              </b>
              <br />
              <span className="small">
                {online
                  ? t("catalogue.whereOnline")
                  : t("catalogue.whereInPerson", { city: city ?? t("nav.here") })}
              </span>
            </span>
          </p>
          <h1 lang={lang}>{course.name}</h1>
          <p className={styles.lead} lang={lang}>
            {course.description}
          </p>
          <p className={styles.facts}>
            {course.startDate && course.endDate && (
              <span>
                <Icon name="calendar-dots" />
                {dayRange(course.startDate, course.endDate)}
              </span>
            )}
            <span>
              <Icon name="clock" />
              {timetable ??
                (course.schedule ? (
                  <span lang={lang}>{course.schedule}</span>
                ) : (
                  t("catalogue.hoursLong", {
                    count: course.totalHours,
                    hours: number(course.totalHours),
                  })
                ))}
            </span>
            {typeof course.capacity === "number" && (
              <span>
                <Icon name="users-three" />
                {t("catalogue.atMost", { count: course.capacity })}
              </span>
            )}
            {rating?.average != null && (
              <a href="#reviews">
                <Icon name="star-fill" />
                {t("catalogue.average", { average: number(rating.average, 1) })} (
                {t("catalogue.reviews", { count: rating.count })})
              </a>
            )}
          </p>
          <p className={styles.pitch}>
            <Icon name={online ? "video-camera-duotone" : "tree-duotone"} size={28} />
            <span>
              <b>{t(online ? "catalogue.pitch.online" : "catalogue.pitch.inPerson")}</b>{" "}
              {t(online ? "catalogue.pitch.onlineText" : "catalogue.pitch.inPersonText")}
            </span>
          </p>
        </div>
        <div className={styles.picture} data-window={online || undefined}>
          <Vue language={course.language} level={course.level} faded={isFull(course)} first />
        </div>
      </div>
    </header>
  );
}
