// Why a course is not published yet: what it lacks, each with the way there; where only lessons are missing it can be
// published all the same.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldText } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { type UnreadyCourse, useCourseStep } from "./publishing";
import { SchoolButton } from "./SchoolOnly";
import styles from "./Unready.module.css";

interface UnreadyProps {
  unready: UnreadyCourse;
  onClose: () => void;
}

export function Unready({ unready, onClose }: UnreadyProps) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<UnreadyCourse>();
  const { course, empty } = refused ?? unready;
  const { step, busy } = useCourseStep(setRefused);
  const lessons = empty.length > 0;
  return (
    <Dialog
      onClose={onClose}
      title={t(lessons ? "dashboard.courses.withoutLessons" : "dashboard.courses.incomplete")}
    >
      <p>
        <b>{course.name}</b>
      </p>
      {lessons && <p className="muted">{t("dashboard.courses.withoutLessonsWhat")}</p>}
      <Missing {...(refused ?? unready)} onClose={onClose} />
      <DialogActions>
        <Button variant="outline" onClick={onClose} data-autofocus>
          {t("common.close")}
        </Button>
        {lessons && (
          <SchoolButton
            loading={busy}
            onClick={() =>
              void step(course, "DRAFT", "publish").then((published) => published && onClose())
            }
          >
            {t("dashboard.courses.publishAnyway")}
          </SchoolButton>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Each line leads to where it is written. */
function Missing({ course, empty, error, onClose }: UnreadyCourse & { onClose: () => void }) {
  const { t } = useTranslation();
  const fields = (error instanceof ApiError && error.problem.fields) || [];
  const form = `/course/edit/${course.id}`;
  return (
    <ul className={styles.lacking}>
      {empty.map(({ id, title }) => (
        <li key={id}>
          <Link to={`/course/modules/${course.id}?module=${id}`} onClick={onClose}>
            {t("dashboard.courses.path.write", { name: title })}
          </Link>
        </li>
      ))}
      {fields.map((field) => (
        <li key={field.name}>
          <Link to={`${form}#${field.name}`} onClick={onClose}>
            {fieldText(field)}
          </Link>
        </li>
      ))}
      {Boolean(error) && fields.length === 0 && <li>{errorText(error)}</li>}
    </ul>
  );
}
