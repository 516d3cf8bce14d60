// A comment goes for good; hiding it is the milder way.
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { type Comment, useDeleteComment } from "./api";
import styles from "./Comments.module.css";

export function DeleteComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useDeleteComment();

  function deleted() {
    notifySuccess(t("dashboard.comments.deleted"));
    onClose();
  }

  return (
    <Confirm
      title={t("dashboard.comments.deleteTitle")}
      action={t("dashboard.comments.deleteAction")}
      busy={isPending}
      failed={t("dashboard.comments.deleteFailed")}
      error={error}
      onConfirm={() => mutate(comment.id, { onSuccess: deleted })}
      onClose={onClose}
    >
      <blockquote className={styles.quoted} lang="fr">
        {comment.message}
      </blockquote>
      <p>{t("dashboard.comments.deleteText")}</p>
    </Confirm>
  );
}
