// Why a course cannot be published yet, and the way to what it lacks.
import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldText } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import styles from "./Courses.module.css";

interface IncompleteProps {
  course: { id: number; name: string };
  error?: unknown;
  onClose: () => void;
}

export function Incomplete({ course, error, onClose }: IncompleteProps) {
  const { t } = useTranslation();
  const fields = (error instanceof ApiError && error.problem.fields) || [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("dashboard.courses.incomplete")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <p>
        <b>{course.name}</b>
      </p>
      <ul className={styles.lacking}>
        {fields.length > 0
          ? fields.map((field) => <li key={field.name}>{fieldText(field)}</li>)
          : errorText(error)}
      </ul>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {t("common.close")}
        </Button>
        <Button component={Link} to={`/course/edit/${course.id}`} data-autofocus>
          {t("dashboard.courses.complete")}
        </Button>
      </DialogActions>
    </Modal>
  );
}
