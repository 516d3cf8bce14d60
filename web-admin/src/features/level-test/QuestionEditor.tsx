// One question that exists, being changed.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { Conflict } from "../../ui/Conflict";
import { DraftFound } from "../../ui/DraftFound";
import { DraftKept } from "../../ui/DraftKept";
import { QuestionForm } from "../../ui/QuestionForm";
import { ADDED_FIELDS, draftOf, type QuestionDraft } from "../../ui/question";
import { useQuestionLabels } from "../../ui/useQuestionLabels";
import { useVersionedForm } from "../../ui/useVersionedForm";
import { type TestQuestion, useChange } from "./api";
import styles from "./LevelTest.module.css";
import { useFiguresOf } from "./WithStatistics";

interface QuestionEditorProps {
  question: TestQuestion;
  onDone: () => void;
}

export function QuestionEditor({ question, onDone }: QuestionEditorProps) {
  const { t } = useTranslation();
  const labels = useQuestionLabels();
  const { mutateAsync } = useChange();
  const form = useVersionedForm<TestQuestion, QuestionDraft>({
    row: question,
    // A row that an older version of the desktop app has kept lacks `inFixedTest`.
    draftOf: (row) => {
      const shown = row ?? question;
      return draftOf({ inFixedTest: question.inFixedTest, ...shown }, shown.question);
    },
    added: ADDED_FIELDS,
    keptAs: () => `test-question/${question.id}`,
    titleOf: ({ text }) => text,
    save: (draft, over) => mutateAsync({ question: over ?? question, draft }),
    onSaved: (_, more) => {
      notifySuccess(t("dashboard.levelTest.updated"));
      if (!more) onDone();
    },
  });
  const { error, conflict } = form;

  return (
    <form onSubmit={form.submit} noValidate className={styles.composer}>
      <LeaveGuard {...form.guard} />
      <h2>{t("dashboard.levelTest.change")}</h2>
      <DraftFound draft={form.local} />
      <QuestionForm
        value={form.draft}
        onChange={form.set}
        error={error}
        language={question.language}
        withLevel
      />
      <AboutStatistics question={question} text={form.draft.text} />
      <div role="alert">
        {error && (
          <Note tone="danger">
            {t("dashboard.levelTest.updateFailed")} {errorText(error)}
          </Note>
        )}
      </div>
      <div className={styles.buttons}>
        <Button variant="subtle" onClick={onDone}>
          {t("dashboard.reference.cancel")}
        </Button>
        <Button type="submit" loading={form.saving}>
          {t("dashboard.reference.save")}
        </Button>
      </div>
      <DraftKept draft={form.local} />
      {conflict && <Conflict conflict={conflict} labelOf={(path) => labels[path] ?? path} />}
    </form>
  );
}

/** Why it is worth another look, and what another text costs. */
function AboutStatistics({ question, text }: { question: TestQuestion; text: string }) {
  const { t } = useTranslation();
  const { asked, misleading } = useFiguresOf(question);
  return (
    <>
      {misleading && (
        <Note tone="danger">
          <b>{t("dashboard.levelTest.misleading")}</b> {t("dashboard.levelTest.misleadingWhy")}
        </Note>
      )}
      <div role="status">
        {asked > 0 && text.trim() !== question.question && (
          <Note tone="warning">{t("dashboard.levelTest.textAnew")}</Note>
        )}
      </div>
    </>
  );
}
