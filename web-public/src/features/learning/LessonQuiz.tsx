// The quiz of a lesson: answered on the sheet, corrected at once, begun again as often as one likes. Nothing depends on it.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { FailedState } from "web-shared/ui/Scene";
import { goToQuestion } from "web-shared/ui/sheet/anchor";
import {
  type Answers,
  isAnswered,
  type SheetQuestion,
  type Verdict,
} from "web-shared/ui/sheet/question";
import { Sheet } from "web-shared/ui/sheet/Sheet";
import styles from "./LessonQuiz.module.css";
import { correctQuiz, type Module, type Quiz, type QuizResult, quizzesQuery } from "./moduleApi";

/** What the reader has answered, and how it was corrected. */
export interface Attempt {
  answers: Answers;
  correction?: QuizResult | undefined;
}

interface LessonQuizProps {
  quiz: Quiz;
  module: Module;
  attempt: Attempt | undefined;
  onAttempt: (attempt: Attempt) => void;
}

const BLANK: Attempt = { answers: {} };

export function LessonQuiz({ quiz, module, attempt = BLANK, onAttempt }: LessonQuizProps) {
  const { t } = useTranslation();
  const { answers, correction } = attempt;
  const heading = useRef<HTMLHeadingElement>(null);
  const standing = useRef<HTMLParagraphElement>(null);
  const name = useId();
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: correctQuiz,
    onSuccess: (correction) => onAttempt({ answers, correction }),
    // Staff may have changed the questions meanwhile: the next attempt is at what stands now.
    onError: () => queries.invalidateQueries({ queryKey: quizzesQuery(quiz.lessonId).queryKey }),
  });
  const [attempted, setAttempted] = useState(false);
  const questions = quiz.questions.map(onSheet);
  const missing = questions.filter((question) => !isAnswered(question, answers[question.id]));

  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempted(true);
    const [first] = missing;
    if (first) goToQuestion(first);
    if (first || check.isPending) return;
    const given = questions.map(({ id }) => ({ questionId: id, givenAnswer: answers[id] ?? "" }));
    check.mutate(
      { quizId: quiz.id, subscriptionId: module.subscriptionId, answers: given },
      // The button that was pressed cannot keep the focus.
      { onSettled: () => standing.current?.focus() },
    );
  }

  function restart() {
    setAttempted(false);
    check.reset();
    onAttempt(BLANK);
    heading.current?.focus();
  }

  return (
    <section className={styles.quiz} aria-labelledby={name}>
      <h2 id={name} ref={heading} tabIndex={-1}>
        {t("learning.module.quiz")}
      </h2>
      {quiz.instructions && (
        <p className="muted" lang="fr">
          {quiz.instructions}
        </p>
      )}
      <form onSubmit={submit} noValidate>
        <Sheet
          questions={questions}
          language={module.languageCode}
          answers={answers}
          onAnswer={(id, given) => onAttempt({ answers: { ...answers, [id]: given } })}
          verdicts={correction && verdictsOf(correction)}
          disabled={correction !== undefined || check.isPending}
          foot={
            <Foot
              standing={standing}
              given={questions.length - missing.length}
              total={questions.length}
              correction={correction}
              warned={attempted && missing.length > 0}
              busy={check.isPending}
              onRestart={restart}
            />
          }
        />
      </form>
      {check.error && !correction && (
        <FailedState what={t("learning.module.checkFailed")} error={check.error} />
      )}
    </section>
  );
}

function onSheet(question: Quiz["questions"][number]): SheetQuestion {
  const {
    id,
    questionText: text,
    typeCode,
    options,
    mediaUrl = null,
    mediaLink = mediaUrl,
    transcript = null,
  } = question;
  return { id, text, typeCode, options, mediaUrl: mediaLink, transcript };
}

function verdictsOf({ results }: QuizResult): Record<number, Verdict> {
  return Object.fromEntries(results.map(({ questionId, ...verdict }) => [questionId, verdict]));
}

interface FootProps {
  standing: RefObject<HTMLParagraphElement | null>;
  /** How many questions are answered. */
  given: number;
  total: number;
  correction: QuizResult | undefined;
  /** The reader wanted to be corrected before everything was answered. */
  warned: boolean;
  busy: boolean;
  onRestart: () => void;
}

function Foot({ standing, given, total, correction, warned, busy, onRestart }: FootProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.foot}>
      <p
        ref={standing}
        tabIndex={-1}
        role="status"
        className={correction ? styles.score : "small muted"}
      >
        {correction
          ? t("learning.module.score", { count: correction.score, total })
          : t("learning.module.answered", { count: given, total })}
      </p>
      {correction ? (
        <Button
          variant="outline"
          size="sm"
          leftSection={<Icon name="arrow-counter-clockwise" size={18} />}
          onClick={onRestart}
        >
          {t("learning.module.restart")}
        </Button>
      ) : (
        <Button type="submit" variant="light" size="sm" loading={busy}>
          {t("learning.module.check")}
        </Button>
      )}
      {warned && (
        <p role="alert" className={styles.warned}>
          {t("errors.answers_incomplete")}
        </p>
      )}
    </div>
  );
}
