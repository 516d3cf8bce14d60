// Whether a course takes place, and what becomes of its learners if it does not.
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import type { Start } from "web-shared/format/threshold";
import { StartWords, startOfCourse } from "./StartLine";
import styles from "./StartLine.module.css";

interface ThresholdProps {
  start: Start | null;
  /** Nothing was or is to be paid. */
  free: boolean;
}

export function Threshold({ start, free }: ThresholdProps) {
  const { t } = useTranslation();
  if (!start) return null;
  const confirmed = start === "confirmed";
  return (
    <div className={styles.threshold} data-confirmed={confirmed || undefined}>
      <StartWords start={start} />
      {!confirmed && <p>{t(free ? "threshold.otherwiseFree" : "threshold.otherwise")}</p>}
    </div>
  );
}

/** Of a course that may be bought. */
export function CourseThreshold({ course }: { course: Course }) {
  return <Threshold start={startOfCourse(course)} free={course.free} />;
}
