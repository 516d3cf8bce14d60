// The head of a result: the language, what was found, and the levels as an arcade: what is behind is lit, where one stands
// is outlined.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CourseType } from "web-shared/api/courses";
import { labelOf, type Taught } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Result.module.css";
import type { Catalogue } from "./ResultPage";

export const levels = ["A1", "A2", "B1", "B2", "C1", "C2"] as const;

export type Level = (typeof levels)[number];

interface ResultWallProps {
  language: Taught;
  title: string;
  scale: ReactNode;
  children: ReactNode;
}

export function ResultWall({ language, title, scale, children }: ResultWallProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.wall}>
      <div className={styles.floor} />
      <div className="wrap">
        <div className={styles.words}>
          <p className={styles.done}>
            <span>{t("levelTest.done")}</span> · {labelOf(language)}
          </p>
          <h1>{title}</h1>
          {children}
        </div>
        {scale}
      </div>
    </section>
  );
}

interface ActionsProps {
  language: Taught;
  level: Level | undefined;
  /** As likely as the first. */
  other?: Level | undefined;
  type: CourseType | undefined;
  catalogue: Catalogue;
}

export function Actions({ language, level, other, type = "ONLINE", catalogue }: ActionsProps) {
  const { t } = useTranslation();
  const courses = (of?: Level) => catalogue.address({ type, language: language.name }, of);
  return (
    <div className={styles.actions}>
      <Button component={Link} to={courses(level)}>
        {level ? t("levelTest.coursesOf", { level }) : t("levelTest.courses")}
      </Button>
      {other && (
        <Button component={Link} to={courses(other)} variant="outline">
          {t("levelTest.coursesOf", { level: other })}
        </Button>
      )}
      <Button
        component={Link}
        to={testAddress(language)}
        variant="outline"
        leftSection={<Icon name="arrow-counter-clockwise" />}
      >
        {t("levelTest.restart")}
      </Button>
    </div>
  );
}

interface ScaleProps {
  /** Where one stands: a level, or two neighbours between which nothing is decided. */
  at: readonly Level[];
  /** What it says, in words. */
  label: string;
  /** Below the level one stands at. */
  note?: string | undefined;
}

export function Scale({ at, label, note }: ScaleProps) {
  const first = levels.findIndex((level) => at.includes(level));
  return (
    <div className={styles.scale} role="img" aria-label={label}>
      {levels.map((level, place) => (
        <span
          key={level}
          className={styles.level}
          data-level={level}
          data-state={at.includes(level) ? "here" : place < first ? "behind" : undefined}
        >
          {level}
          {note && at.includes(level) && <small>{note}</small>}
        </span>
      ))}
    </div>
  );
}
