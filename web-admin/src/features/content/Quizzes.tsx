// The quizzes of a lesson, usually one or none: what is said before them, and their questions.
import { Button, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { FailedState } from "web-shared/ui/Scene";
import { DraftFound } from "../../ui/DraftFound";
import styles from "./Content.module.css";
import { DeleteButton } from "./DeleteButton";
import { FormFoot } from "./FormFoot";
import { type Lesson, type Quiz, quizzes } from "./kinds";
import { ChangeButton, useChanging, useFirstField } from "./parts";
import { Questions } from "./Questions";
import { useRows, useWrites } from "./rows";
import { useEditing } from "./useEditing";

export function Quizzes({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRows(quizzes, lesson.id);
  const { changing: adding, button, begin, end } = useChanging();
  return (
    <section className={styles.section}>
      <h6>{t("dashboard.content.quizzes")}</h6>
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && !adding && <p className="muted">{t("dashboard.content.noQuizzes")}</p>}
      {data?.map((quiz) => (
        <QuizItem key={quiz.id} quiz={quiz} />
      ))}
      {adding ? (
        <div className={styles.add}>
          <QuizForm lessonId={lesson.id} onDone={end} />
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
          {t("dashboard.content.addQuiz")}
        </Button>
      )}
    </section>
  );
}

function QuizItem({ quiz }: { quiz: Quiz }) {
  const { t } = useTranslation();
  const { changing, button, begin, end } = useChanging();
  const { remove } = useWrites(quizzes, quiz.lessonId);
  const name = quiz.instructions || t("dashboard.content.noInstructions");
  return (
    <article className={styles.quiz}>
      <header className={styles.head}>
        {changing ? (
          <QuizForm lessonId={quiz.lessonId} quiz={quiz} onDone={end} />
        ) : (
          <p className={styles.what} lang="fr">
            {name}
          </p>
        )}
        <span className={styles.actions}>
          <ChangeButton
            name={t("dashboard.content.quiz")}
            button={button}
            disabled={changing}
            onClick={begin}
          />
          <DeleteButton
            name={name}
            question={t("dashboard.content.deleteQuiz")}
            also={t("dashboard.content.withQuestions", { count: quiz.questions.length })}
            failed={t("dashboard.content.quizDeleteFailed")}
            removal={remove}
            onDelete={() => remove.mutate(quiz)}
          />
        </span>
      </header>
      <Questions quiz={quiz} />
    </article>
  );
}

interface QuizFormProps {
  lessonId: number;
  quiz?: Quiz;
  onDone: () => void;
}

function QuizForm({ lessonId, quiz, onDone }: QuizFormProps) {
  const { t } = useTranslation();
  const field = useFirstField<HTMLTextAreaElement>(true);
  const form = useEditing({
    kind: quizzes,
    parentId: lessonId,
    row: quiz,
    draftOf: (row) => ({ instructions: row?.instructions ?? "" }),
    bodyOf: (draft) => ({
      instructions: draft.instructions.trim(),
      ...(!quiz && { lessonId }),
    }),
    onSaved: onDone,
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate ref={form.fields}>
      <DraftFound draft={form.local} />
      <Textarea
        ref={field}
        lang="fr"
        label={t("dashboard.content.instructions")}
        minRows={2}
        maxLength={2000}
        value={form.draft.instructions}
        onChange={(event) => form.set({ instructions: event.currentTarget.value })}
      />
      <FormFoot
        form={form}
        action={t(`dashboard.content.${quiz ? "save" : "addQuizAction"}`)}
        failed={t(`dashboard.content.${quiz ? "quizUpdateFailed" : "quizAddFailed"}`)}
        labels={{ instructions: t("dashboard.content.instructions") }}
        onCancel={onDone}
      />
    </form>
  );
}
