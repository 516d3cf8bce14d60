// The courses to go on with: of the level reached, and one above; or another way on. And whom to ask.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "web-shared/ui/Scene";
import { useOpenCourses } from "./api";
import type { TakenTest } from "./lastTest";
import styles from "./Result.module.css";
import type { Catalogue } from "./ResultPage";

const MOST = 3;

interface RecommendedProps {
  taken: TakenTest;
  catalogue: Catalogue;
}

export function Recommended({ taken, catalogue }: RecommendedProps) {
  const { t } = useTranslation();
  const { level, recommendations, nextLevel } = taken.result;
  const next = useOpenCourses(nextLevel).slice(0, 1);
  const courses = useOpenCourses(recommendations).slice(0, MOST - next.length);
  const shown = [...courses, ...next];
  return (
    <section className={`wrap ${styles.onward}`}>
      <h2>{t("levelTest.onward")}</h2>
      {level && courses.length === 0 && <NoCourse taken={taken} catalogue={catalogue} />}
      {shown.length > 0 && (
        <ul className={styles.courses}>
          {shown.map((course) => (
            <li key={course.id}>{catalogue.tile(course)}</li>
          ))}
        </ul>
      )}
      <aside className={styles.surprise}>
        <p>
          <b>{t("levelTest.surprise")}</b> {t("levelTest.surpriseText")}
        </p>
        <Button component={Link} to="/contacts?subject=meeting" variant="outline" size="sm">
          {t("levelTest.slot")}
        </Button>
      </aside>
    </section>
  );
}

function NoCourse({ taken: { language, result }, catalogue }: RecommendedProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      scene="platane"
      action={
        <div className={styles.actions}>
          <Button
            component={Link}
            to={catalogue.address({ type: "ONLINE", language: language.name })}
          >
            {t("levelTest.courses")}
          </Button>
          <Button component={Link} to="/contacts" variant="outline">
            {t("levelTest.write")}
          </Button>
        </div>
      }
    >
      {t("levelTest.noCourse", { level: result.level })}
    </EmptyState>
  );
}
