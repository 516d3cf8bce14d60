// A course in short, where the catalogue is not: its arch, its name, its places, its price.

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, courseAddress, textsLanguage, timetableOf } from "web-shared/api/courses";
import { price } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Seats } from "web-shared/ui/Seats";
import { Tag } from "web-shared/ui/Tag";
import { Vue } from "web-shared/ui/Vue";
import { StartLine } from "../../ui/StartLine";
import styles from "./CourseTile.module.css";
import { Queue } from "./Full";

interface CourseTileProps {
  course: Course;
  /** It has the course's page open the selection at once; its name then leads to the page alone. */
  booking?: boolean;
}

export function CourseTile({ course, booking = false }: CourseTileProps) {
  const { t } = useTranslation();
  const language = useLanguages().of(course.languageCode);
  const timetable = timetableOf(course);
  return (
    <article className={styles.tile} data-language={language?.code}>
      <div className={styles.wall}>
        <Vue language={course.language} level={course.level} className={styles.vue} />
      </div>
      <div className={styles.body}>
        <p className={styles.tags}>
          <Tag tone="accent">
            {language ? labelOf(language) : course.language} {course.level}
          </Tag>
          <Tag>{t(`courseType.${course.type}`)}</Tag>
        </p>
        <h3 lang={textsLanguage(course)}>
          {booking ? <Link to={courseAddress(course)}>{course.name}</Link> : course.name}
        </h3>
        {timetable && <p className="small muted">{timetable}</p>}
        <Seats left={course.seatsLeft} capacity={course.capacity} />
        <Queue course={course} />
        <StartLine course={course} />
        <p className={styles.foot}>
          <span className={styles.price}>
            {course.free ? t("catalogue.free") : price(course.price)}
          </span>
          <Button
            component={Link}
            to={courseAddress(course)}
            state={booking ? { selection: course.id } : undefined}
            size="sm"
            variant="light"
            aria-label={t(booking ? "catalogue.chooseCourse" : "catalogue.discoverCourse", {
              course: course.name,
            })}
          >
            {t(booking ? "catalogue.choose" : "catalogue.discover")}
          </Button>
        </p>
      </div>
    </article>
  );
}
