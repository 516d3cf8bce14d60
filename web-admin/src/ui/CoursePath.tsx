// The way of a course from its first words to the public: what is done, what comes next and where it is written.
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { courseAddress } from "web-shared/api/courses";
import { Icon } from "web-shared/ui/Icon";
import { useFocusLeft } from "web-shared/ui/useFocusBack";
import styles from "./CoursePath.module.css";
import {
  emptyModules,
  lessonCount,
  type UnreadyCourse,
  useCourseStep,
  type WholeCourse,
} from "./publishing";
import { SchoolButton } from "./SchoolOnly";
import { Unready } from "./Unready";

export function CoursePath({ course }: { course: WholeCourse }) {
  const { t } = useTranslation();
  const heading = useId();
  const { id, modules, status } = course;
  const empty = emptyModules(course);
  const lessons = modules.reduce((sum, module) => sum + lessonCount(module), 0);
  const written = modules.length > 0 && empty.length === 0;
  if (status !== "DRAFT" && written) return null;
  return (
    <section className={styles.path} aria-labelledby={heading}>
      <h2 id={heading}>{t("dashboard.courses.path.title")}</h2>
      <ol>
        <Step name={t("dashboard.courses.presentation")} done>
          <Link to={`/course/edit/${id}`}>{t("dashboard.courses.edit")}</Link>
        </Step>
        <Step name={t("dashboard.courses.modules")} done={modules.length > 0}>
          {modules.length > 0 ? (
            t("dashboard.courses.path.modules", { count: modules.length })
          ) : (
            <Link to={`/course/edit/${id}#modules/add`}>{t("dashboard.courses.addModule")}</Link>
          )}
        </Step>
        <Step name={t("dashboard.content.lessons")} done={written}>
          {lessons > 0 && t("dashboard.courses.path.lessons", { count: lessons })}
          {empty.map((module) => (
            <Link key={module.id} to={`?module=${module.id}`} preventScrollReset>
              {t("dashboard.courses.path.write", { name: module.title })}
            </Link>
          ))}
        </Step>
        <Step name={t("dashboard.timetable.sessions")}>
          <Link to={`/course/sessions/${id}`}>{t("dashboard.timetable.plan")}</Link>
        </Step>
        <Step name={t("dashboard.courses.path.preview")}>
          <Link to={`/course/preview/${id}`}>{t("dashboard.courses.path.asLearner")}</Link>
        </Step>
        <Step name={t("dashboard.courses.path.publication")} done={status === "PUBLISHED"}>
          <Publication course={course} />
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  name: string;
  /** Nothing: it need not be done. */
  done?: boolean;
  children: ReactNode;
}

function Step({ name, done, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li data-done={done || undefined}>
      {done ? <Icon name="check-circle-fill" /> : <i aria-hidden="true" />}
      <b>
        {name}
        {done !== undefined && (
          <span className="hidden">
            {" "}
            {t(done ? "dashboard.courses.path.done" : "dashboard.courses.path.open")}
          </span>
        )}
      </b>
      <div>{children}</div>
    </li>
  );
}

function Publication({ course }: { course: WholeCourse }) {
  const { t } = useTranslation();
  const [unready, setUnready] = useState<UnreadyCourse | null>(null);
  const { publish, busy } = useCourseStep(setUnready);
  useFocusLeft();
  const { name, status } = course;
  if (status === "PUBLISHED") {
    return (
      <a href={courseAddress(course)} target="_blank" rel="noreferrer">
        {t("dashboard.courses.see")}
      </a>
    );
  }
  if (status === "ARCHIVED") return t("dashboard.courses.is.ARCHIVED");
  return (
    <>
      <SchoolButton
        size="sm"
        loading={busy}
        aria-label={t("dashboard.courses.nextOf.DRAFT", { name })}
        onClick={() => void publish(course, status)}
      >
        {t("dashboard.courses.next.DRAFT")}
      </SchoolButton>
      {unready && <Unready unready={unready} onClose={() => setUnready(null)} />}
    </>
  );
}
