// Asks before a course is deleted. One that was ever reserved stays: it can be archived instead.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { ApiError } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";
import { Confirm, DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { useCourseStep } from "../../ui/publishing";
import { SchoolButton } from "../../ui/SchoolOnly";
import { useDeleteCourse } from "./api";
import styles from "./Courses.module.css";

interface DeleteProps {
  course: Course;
  onClose: () => void;
}

export function DeleteCourse({ course, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useDeleteCourse();
  if (error instanceof ApiError && error.status === 409) {
    return <Kept course={course} why={error} onClose={onClose} />;
  }
  function remove() {
    mutate(course.id, {
      onSuccess: () => {
        notifySuccess(t("dashboard.courses.deleted"));
        onClose();
        document.getElementById("main")?.focus(); // the row is gone, and its button with it
      },
    });
  }
  return (
    <Confirm
      title={t("dashboard.courses.deleteAsk")}
      action={t("dashboard.courses.delete")}
      busy={isPending}
      failed={t("dashboard.courses.deleteFailed")}
      error={error}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <b>{course.name}</b>
      </p>
      <p className="muted">{t("dashboard.courses.deleteWhat")}</p>
    </Confirm>
  );
}

interface KeptProps extends DeleteProps {
  why: ApiError;
}

function Kept({ course, why, onClose }: KeptProps) {
  const { t } = useTranslation();
  const { step, busy } = useCourseStep(() => undefined);
  const archived = course.status === "ARCHIVED";
  const archive = () =>
    void step(course, course.status, "archive").then((archived) => archived && onClose());
  return (
    <Dialog onClose={onClose} title={t("dashboard.courses.keptTitle")}>
      <div role="alert">
        <Note tone="warning">{errorText(why)}</Note>
      </div>
      <p className={styles.after}>
        {t(archived ? "dashboard.courses.keptArchived" : "dashboard.courses.keptText")}
      </p>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {t("common.close")}
        </Button>
        {!archived && (
          <SchoolButton loading={busy} onClick={archive} data-autofocus>
            {t("dashboard.courses.archive")}
          </SchoolButton>
        )}
      </DialogActions>
    </Dialog>
  );
}
