// A question goes from the FAQ for good.
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { type Entry, useDeleteEntry } from "./api";
import styles from "./Faq.module.css";

export function DeleteEntry({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useDeleteEntry(entry.id);
  return (
    <Confirm
      title={t("dashboard.faq.deleteTitle")}
      action={t("dashboard.faq.deleteAction")}
      busy={isPending}
      failed={t("dashboard.faq.deleteFailed")}
      error={error}
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: () => {
            notifySuccess(t("dashboard.faq.deleted"));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p className={styles.quoted} lang={entry.lang ?? "fr"}>
        {entry.question}
      </p>
      <p>{t("dashboard.faq.deleteText")}</p>
    </Confirm>
  );
}
