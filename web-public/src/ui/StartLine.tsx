// In one line whether a course takes place: confirmed, or how many learners are missing and when the school decides.
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { day, today } from "web-shared/format/format";
import { type Start, startOf } from "web-shared/format/threshold";
import { Icon } from "web-shared/ui/Icon";
import styles from "./StartLine.module.css";

/** For where there is little room. */
export function StartLine({ course }: { course: Course }) {
  const start = startOfCourse(course);
  return (
    start && (
      <p className={styles.line} data-confirmed={start === "confirmed" || undefined}>
        <StartWords start={start} />
      </p>
    )
  );
}

export function StartWords({ start }: { start: Start }) {
  const { t } = useTranslation();
  const open = start === "confirmed" ? null : start;
  return (
    <>
      <Icon name={open ? "users-three" : "check-circle-fill"} />
      <b>
        {open
          ? t(open.decisionDay < today() ? "threshold.overdue" : "threshold.missing", {
              count: open.missing,
              day: day(open.decisionDay, "medium"),
            })
          : t("threshold.confirmed")}
      </b>
    </>
  );
}

/** A course that is over has nothing to say of its start. */
export function startOfCourse(course: Course): Start | null {
  return course.endDate < today() ? null : startOf(course);
}
