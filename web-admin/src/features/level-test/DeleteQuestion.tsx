// Before a question goes: what goes with it.
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { type TestQuestion, useRemove } from "./api";
import { useFiguresOf } from "./WithStatistics";

interface DeleteQuestionProps {
  question: TestQuestion;
  onClose: () => void;
}

export function DeleteQuestion({ question, onClose }: DeleteQuestionProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRemove();
  const { asked } = useFiguresOf(question);
  function remove() {
    mutate(question, {
      onSuccess: () => {
        notifySuccess(t("dashboard.levelTest.deleted"));
        onClose();
      },
    });
  }
  return (
    <Confirm
      title={t("dashboard.levelTest.deleteAsk")}
      action={t("dashboard.reference.delete")}
      busy={isPending}
      failed={t("dashboard.levelTest.deleteFailed")}
      error={error}
      onConfirm={remove}
      onClose={onClose}
    >
      <p lang="fr">{question.question}</p>
      {asked > 0 && (
        <Note tone="warning">{t("dashboard.levelTest.statisticsLost", { count: asked })}</Note>
      )}
    </Confirm>
  );
}
