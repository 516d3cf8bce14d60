// A course among others that need somebody of the school: what it is, and under that what is said or asked of it.
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, textsLanguage, timetableOf } from "web-shared/api/courses";
import { briefRange, price } from "web-shared/format/format";
import { Plaque } from "web-shared/ui/Tag";
import styles from "./Waitlist.module.css";

interface CourseBlockProps {
  course: Course;
  /** Its state, at the right of its name. */
  tag?: ReactNode;
  children: ReactNode;
}

export function CourseBlock({ course, tag, children }: CourseBlockProps) {
  const { t } = useTranslation();
  const heading = useId();
  const { id, name, level, languageCode, type, location, startDate, endDate, free } = course;
  const facts = [
    t(`dashboard.courses.types.${type}`),
    location,
    timetableOf(course),
    briefRange(startDate, endDate),
    free ? t("catalogue.free") : price(course.price),
  ];
  return (
    <section className={styles.block} data-language={languageCode} aria-labelledby={heading}>
      <header>
        <Plaque niche level={level} />
        <div>
          <h2 id={heading} lang={textsLanguage(course)}>
            <Link to={`/course/edit/${id}`}>{name}</Link>
          </h2>
          <p>{facts.filter(Boolean).join("\u00a0· ")}</p>
        </div>
        {tag && <div className={styles.tag}>{tag}</div>}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
