// The sheet while it is answered. It is handed in whole, once; a failure loses nothing.

import { Button } from "@mantine/core";
import { type FormEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Taught } from "web-shared/taughtLanguages";
import { notifyNote } from "web-shared/ui/notify";
import { FailedState } from "web-shared/ui/Scene";
import { goToQuestion } from "web-shared/ui/sheet/anchor";
import { isAnswered, type SheetQuestion } from "web-shared/ui/sheet/question";
import { Sheet } from "web-shared/ui/sheet/Sheet";
import { type TestQuestion, useHandIn } from "./api";
import styles from "./LevelTest.module.css";
import { keepTest } from "./lastTest";
import { Progress } from "./Progress";
import { useAnswers } from "./useAnswers";

interface AnsweringProps {
  language: Taught;
  questions: TestQuestion[];
}

export function Answering({ language, questions }: AnsweringProps) {
  const { t } = useTranslation();
  const { answers, give, clear } = useAnswers(language, questions);
  const answered = useMemo(
    () => questions.map((question) => isAnswered(question, answers[question.id])),
    [questions, answers],
  );
  const missing = questions.find((_, at) => !answered[at]);
  const handIn = useHandIn(language, questions);
  const navigate = useNavigate();
  // Read here, so that the rendered page brings it: it is said at the first press.
  const incomplete = t("errors.answers_incomplete");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (missing) return lead(missing, incomplete);
    handIn.mutate(answers, {
      onSuccess: (result) => {
        keepTest({ language, questions, result });
        clear();
        void navigate("/result");
      },
    });
  }

  return (
    <form className={`wrap ${styles.test}`} onSubmit={submit} noValidate>
      <Sheet
        questions={questions}
        language={language.code}
        answers={answers}
        onAnswer={give}
        disabled={handIn.isPending}
        translated
        foot={<Foot whole={!missing} busy={handIn.isPending} error={handIn.error} />}
      />
      <Progress questions={questions} answered={answered} />
    </form>
  );
}

/** To what is missing, saying so. */
function lead(to: SheetQuestion, why: string): void {
  notifyNote(why);
  goToQuestion(to);
}

interface FootProps {
  /** Nothing is missing. */
  whole: boolean;
  busy: boolean;
  error: Error | null;
}

/** Until all is answered the button only tells what is missing, and leads there. */
function Foot({ whole, busy, error }: FootProps) {
  const { t } = useTranslation();
  return (
    <>
      {error && <FailedState error={error} what={t("levelTest.sendFailed")} />}
      <div className={styles.foot}>
        <p id="whole">{whole ? t("levelTest.ready") : t("levelTest.all")}</p>
        <Button
          type="submit"
          loading={busy}
          data-disabled={!whole || undefined}
          aria-disabled={!whole}
          aria-describedby="whole"
        >
          {busy ? t("levelTest.sending") : t("levelTest.submit")}
        </Button>
      </div>
    </>
  );
}
