// The questions of a quiz, each written beside what its readers will see.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { Tag } from "web-shared/ui/Tag";
import { DraftFound } from "../../ui/DraftFound";
import { QuestionForm } from "../../ui/QuestionForm";
import { ADDED_FIELDS, BLANK_QUESTION, draftOf, writtenOf } from "../../ui/question";
import { useQuestionLabels } from "../../ui/useQuestionLabels";
import styles from "./Content.module.css";
import { useTaught } from "./course";
import { DeleteButton } from "./DeleteButton";
import { FormFoot } from "./FormFoot";
import { type Quiz, type QuizQuestion, questions, quizzes } from "./kinds";
import { ChangeButton, Rows, useChanging } from "./parts";
import { useWrites } from "./rows";
import { useEditing } from "./useEditing";

export function Questions({ quiz }: { quiz: Quiz }) {
  const { t } = useTranslation();
  const { changing: adding, button, begin, end } = useChanging();
  return (
    <>
      <Rows
        kind={questions}
        parent={quiz}
        under={quizzes.name}
        label={t("dashboard.content.questions")}
        nameOf={({ questionText }) => questionText}
        empty={<p className="muted">{t("dashboard.content.noQuestions")}</p>}
      >
        {(question, grip, leave) => <QuestionItem question={question} grip={grip} onGone={leave} />}
      </Rows>
      {adding ? (
        <div className={styles.add}>
          <QuestionEditor quizId={quiz.id} onDone={end} />
        </div>
      ) : (
        <Button
          ref={button}
          className={styles.more}
          variant="light"
          size="sm"
          leftSection={<Icon name="plus-bold" size={14} />}
          onClick={begin}
        >
          {t("dashboard.content.addQuestion")}
        </Button>
      )}
    </>
  );
}

interface QuestionItemProps {
  question: QuizQuestion;
  grip: ReactNode;
  onGone: () => void;
}

function QuestionItem({ question, grip, onGone }: QuestionItemProps) {
  const { t } = useTranslation();
  const { changing, button, begin, end } = useChanging();
  const { remove } = useWrites(questions, question.quizId, onGone);
  return (
    <article className={styles.question}>
      <div className={styles.row}>
        {grip}
        <div className={styles.what}>
          <p lang="fr">{question.questionText}</p>
          <Tag>{t(`dashboard.content.question.types.${question.typeCode}`)}</Tag>
        </div>
        <span className={styles.actions}>
          <ChangeButton
            name={question.questionText}
            button={button}
            disabled={changing}
            onClick={begin}
          />
          <DeleteButton
            name={question.questionText}
            question={t("dashboard.content.deleteQuestion")}
            failed={t("dashboard.content.questionDeleteFailed")}
            removal={remove}
            onDelete={() => remove.mutate(question)}
          />
        </span>
      </div>
      {changing && (
        <div className={styles.add}>
          <QuestionEditor quizId={question.quizId} question={question} onDone={end} />
        </div>
      )}
    </article>
  );
}

interface QuestionEditorProps {
  quizId: number;
  question?: QuizQuestion;
  onDone: () => void;
}

function QuestionEditor({ quizId, question, onDone }: QuestionEditorProps) {
  const { t } = useTranslation();
  const language = useTaught();
  const form = useEditing({
    kind: questions,
    parentId: quizId,
    row: question,
    draftOf: (row) => (row ? draftOf(row, row.questionText) : BLANK_QUESTION),
    bodyOf: (draft) => ({
      ...writtenOf(draft),
      questionText: draft.text.trim(),
      explanation: draft.explanation.trim() || null,
      ...(!question && { quizId }),
    }),
    added: ADDED_FIELDS,
    onSaved: () => question && onDone(),
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <DraftFound draft={form.local} />
      <QuestionForm value={form.draft} onChange={form.set} error={form.error} language={language} />
      <FormFoot
        form={form}
        action={t(`dashboard.content.${question ? "save" : "addQuestionAction"}`)}
        failed={t(`dashboard.content.${question ? "questionUpdateFailed" : "questionAddFailed"}`)}
        labels={useQuestionLabels()}
        onCancel={onDone}
      />
    </form>
  );
}
