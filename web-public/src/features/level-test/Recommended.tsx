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
  catalogue: Catalogue;
  /** A course leads straight into its booking. */
  booking?: boolean;
  /** In place of courses of the level; nothing when no level was found. */
  empty: ReactNode;
}

export function Recommended(props: RecommendedProps) {
  const { title, lead, catalogue, booking = false, empty, ...found } = props;
  const { t } = useTranslation();
  const next = useOpenCourses(found.nextLevel).slice(0, 1);
  const courses = useOpenCourses(found.courses).slice(0, MOST - next.length);
  const shown = [...courses, ...next];
  return (
    <section className={`wrap ${styles.onward}`}>
      <h2>{(courses.length > 0 && title) || t("levelTest.onward")}</h2>
      {lead && courses.length > 0 && <p className={styles.lead}>{lead}</p>}
      {courses.length === 0 && empty}
      {shown.length > 0 && (
        <ul className={styles.courses}>
          {shown.map((course) => (
            <li key={course.id}>
              <catalogue.Tile course={course} booking={booking} />
            </li>
          ))}
        </ul>
      )}
      <Surprise />
    </section>
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
