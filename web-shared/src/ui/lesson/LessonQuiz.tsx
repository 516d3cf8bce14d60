// The quiz of a lesson: answered on the sheet, corrected at once, begun again as often as one likes. Nothing depends on it.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../Icon";
import { FailedState } from "../Scene";
import { goToQuestion } from "../sheet/anchor";
import { type Answers, isAnswered, type SheetQuestion, type Verdict } from "../sheet/question";
import { Sheet } from "../sheet/Sheet";
import type { Source } from "../useRenewed";
import styles from "./LessonQuiz.module.css";
import type { Quiz, QuizAnswer, QuizResult } from "./types";

/** What the reader has answered, and how it was corrected. */
export interface Attempt {
  answers: Answers;
  correction?: QuizResult | undefined;
}

/** By quiz. */
export type Attempts = Record<number, Attempt>;

interface LessonQuizProps {
  quiz: Quiz;
  /** The language that is taught. */
  language: string;
  /** The level of its heading. */
  level: "h2" | "h4";
  attempt: Attempt | undefined;
  onAttempt: (attempt: Attempt) => void;
  /** Asks the server. */
  correct: (quizId: number, answers: QuizAnswer[]) => Promise<QuizResult>;
  /** Asks where the recording of a question is heard now. */
  renew: (questionId: number) => Promise<Source | undefined>;
  /** The answers could not be corrected. */
  onFailed: () => void;
  /** What stands below it once it is corrected. */
  after?: ((correction: QuizResult) => ReactNode) | undefined;
}

const BLANK: Attempt = { answers: {} };

export function LessonQuiz({ quiz, attempt = BLANK, ...props }: LessonQuizProps) {
  const { t } = useTranslation();
  const { language, level: Heading, onAttempt, correct, renew, onFailed } = props;
  const { answers, correction } = attempt;
  const heading = useRef<HTMLHeadingElement>(null);
  const standing = useRef<HTMLParagraphElement>(null);
  const name = useId();
  const check = useMutation({
    mutationFn: (given: QuizAnswer[]) => correct(quiz.id, given),
    onSuccess: (correction) => onAttempt({ answers, correction }),
    onError: onFailed,
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
    // The button that was pressed cannot keep the focus.
    check.mutate(given, { onSettled: () => standing.current?.focus() });
  }

  function restart() {
    setAttempted(false);
    check.reset();
    onAttempt(BLANK);
    heading.current?.focus();
  }

  return (
    <section className={styles.quiz} aria-labelledby={name}>
      <Heading id={name} ref={heading} tabIndex={-1} className={styles.title}>
        {t("lesson.quiz")}
      </Heading>
      {quiz.instructions && (
        <p className="muted" lang="fr">
          {quiz.instructions}
        </p>
      )}
      <form onSubmit={submit} noValidate>
        <Sheet
          questions={questions}
          language={language}
          answers={answers}
          onAnswer={(id, given) => onAttempt({ answers: { ...answers, [id]: given } })}
          verdicts={correction && verdictsOf(correction)}
          disabled={correction !== undefined || check.isPending}
          renew={renew}
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
        <FailedState what={t("lesson.checkFailed")} error={check.error} />
      )}
      {correction && props.after?.(correction)}
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
    mediaLink,
    transcript = null,
  } = question;
  return { id, text, typeCode, options, mediaUrl, mediaLink, transcript };
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
          ? t("lesson.score", { count: correction.score, total })
          : t("lesson.answered", { count: given, total })}
      </p>
      {correction ? (
        <Button
          variant="outline"
          size="sm"
          leftSection={<Icon name="arrow-counter-clockwise" size={18} />}
          onClick={onRestart}
        >
          {t("lesson.restart")}
        </Button>
      ) : (
        <Button type="submit" variant="light" size="sm" loading={busy}>
          {t("lesson.check")}
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
