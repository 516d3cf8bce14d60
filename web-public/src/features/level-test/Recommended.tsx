// The courses to go on with: of the level found, and one above; or another way on. And whom to ask.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { EmptyState } from "web-shared/ui/Scene";
import { useOpenCourses } from "./api";
import styles from "./Result.module.css";
import type { Catalogue } from "./ResultPage";

const MOST = 3;

interface RecommendedProps {
  /** While there are courses of the level. */
  title?: string;
  lead?: string;
  courses: Course[];
  /** One level above. */
  nextLevel: Course[];
  /** Where the course of the level above stands by itself, in words. */
  nextTitle?: string;
  catalogue: Catalogue;
  /** A course leads straight into its booking. */
  booking?: boolean;
  /** In place of courses of the level; nothing when no level was found. */
  empty: ReactNode;
}

export function Recommended(props: RecommendedProps) {
  const { title, lead, nextTitle, catalogue, booking = false, empty, ...found } = props;
  const { t } = useTranslation();
  const next = useOpenCourses(found.nextLevel).slice(0, 1);
  const courses = useOpenCourses(found.courses).slice(0, MOST - next.length);
  const tiles = { catalogue, booking };
  return (
    <section className={`wrap ${styles.onward}`}>
      <h2>{(courses.length > 0 && title) || t("levelTest.onward")}</h2>
      {lead && courses.length > 0 && <p className={styles.lead}>{lead}</p>}
      {courses.length === 0 && empty}
      <Tiles courses={nextTitle ? courses : [...courses, ...next]} {...tiles} />
      {nextTitle && next.length > 0 && (
        <>
          <h3 className={styles.next}>{nextTitle}</h3>
          <Tiles courses={next} {...tiles} />
        </>
      )}
      <Surprise />
    </section>
  );
}

interface TilesProps {
  courses: Course[];
  catalogue: Catalogue;
  booking: boolean;
}

function Tiles({ courses, catalogue, booking }: TilesProps) {
  if (courses.length === 0) return null;
  return (
    <ul className={styles.courses}>
      {courses.map((course) => (
        <li key={course.id}>
          <catalogue.Tile course={course} booking={booking} />
        </li>
      ))}
    </ul>
  );
}

function Surprise() {
  const { t } = useTranslation();
  return (
    <aside className={styles.surprise}>
      <p>
        <b>{t("levelTest.surprise")}</b> {t("levelTest.surpriseText")}
      </p>
      <Button component={Link} to="/contacts?subject=meeting" variant="outline" size="sm">
        {t("levelTest.slot")}
      </Button>
    </aside>
  );
}

interface NoCourseProps {
  /** The address of other courses, and what leads there. */
  to: string;
  action: string;
  children: ReactNode;
}

export function NoCourse({ to, action, children }: NoCourseProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      scene="platane"
      action={
        <div className={styles.actions}>
          <Button component={Link} to={to}>
            {action}
          </Button>
          <Button component={Link} to="/contacts" variant="outline">
            {t("levelTest.write")}
          </Button>
        </div>
      }
    >
      {children}
    </EmptyState>
  );
}
