// The table of contents of a course: it stays at the top of the window and follows the scroll.
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { useCurrentSection } from "web-shared/ui/useCurrentSection";
import styles from "./Course.module.css";

const SECTIONS = [
  "objectives",
  "sessions",
  "programme",
  "reviews",
  "teacher",
  "practical",
] as const;

interface CourseContentsProps {
  course: Course;
  /** Whether there are reviews to read. */
  reviewed: boolean;
}

export function CourseContents({ course, reviewed }: CourseContentsProps) {
  const { t } = useTranslation();
  const strip = useRef<HTMLElement>(null);
  const there = {
    objectives: course.objectives.length > 0,
    sessions: Boolean(course.sessionsSummary),
    programme: true,
    reviews: reviewed,
    teacher: typeof course.teacherId === "number",
    practical: true,
  };
  const shown = SECTIONS.filter((id) => there[id]).join();
  const ids = useMemo(() => shown.split(",") as (typeof SECTIONS)[number][], [shown]);
  const current = useCurrentSection(ids);

  // The strip of a phone shows the section one reads.
  useEffect(() => {
    const link = current && strip.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (link) strip.current?.scrollTo?.({ left: link.offsetLeft - 16 });
  }, [current]);

  return (
    <nav className={styles.contents} aria-label={t("catalogue.contents")} ref={strip}>
      {ids.map((id) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? "location" : undefined}>
          {t(`catalogue.nav.${id}`)}
        </a>
      ))}
    </nav>
  );
}
