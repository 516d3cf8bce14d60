// One question of an adaptive test. It is answered, or said not to be known; a failure keeps the answer where it is.
import { Button } from "@mantine/core";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { hasCode, isMissing } from "web-shared/api/problem";
import { useSendOnce } from "web-shared/api/sendOnce";
import type { Taught } from "web-shared/taughtLanguages";
import { Arcade } from "web-shared/ui/Arcade";
import { FailedState } from "web-shared/ui/Scene";
import { type GivenAnswer, isAnswered } from "web-shared/ui/sheet/question";
import { Sheet } from "web-shared/ui/sheet/Sheet";
import styles from "./Attempt.module.css";
import type { TestQuestion } from "./api";
import {
  type Attempt,
  type AttemptAnswer,
  type AttemptState,
  mayHaveArrived,
  type Taking,
} from "./useAttempt";

interface AskedQuestionProps {
  language: Taught;
  attempt: Attempt;
  question: TestQuestion;
  taking: Taking;
  onAnswer: (state: AttemptState) => void;
}

export function AskedQuestion(props: AskedQuestionProps) {
  const { language, attempt, question } = props;
  const [given, setGiven] = useState<GivenAnswer>();
  const sending = useSending(props);
  const whole = isAnswered(question, given);
  const form = useRef<HTMLFormElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (whole && given !== undefined) sending.send(given);
  }
  // Elsewhere Enter answers by itself.
  function onKeyDown(event: KeyboardEvent) {
    const written = event.target instanceof HTMLTextAreaElement && event.key === "Enter";
    if (!written || event.shiftKey || endsWord(event.nativeEvent)) return;
    event.preventDefault();
    if (!sending.busy) form.current?.requestSubmit();
  }

  return (
    <form ref={form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <Count attempt={attempt} />
      <Sheet
        questions={[question]}
        from={attempt.answered + 1}
        language={language.code}
        answers={given === undefined ? {} : { [question.id]: given }}
        onAnswer={(_, answer) => {
          if (!sending.busy) setGiven(answer); // nothing moves for so short a time
        }}
        disabled={sending.unsure}
        translated
        foot={<Foot whole={whole} sending={sending} />}
      />
    </form>
  );
}

/** The Enter of an input method chooses a word. Safari only tells it by the code of its key. */
function endsWord({ isComposing, keyCode }: globalThis.KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

/** The same words once more go out as they were when they may have arrived already. */
function useSending({ attempt, question, taking, onAnswer }: AskedQuestionProps) {
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  const sending = useSendOnce(async (answer: AttemptAnswer) => {
    try {
      onAnswer(await taking.answer(attempt.id, answer));
    } catch (error) {
      if (isMissing(error) || hasCode(error, "attempt_abandoned")) taking.lose();
      throw error;
    }
  });
  const { variables, error, isPending: busy } = sending;
  const unsure = mayHaveArrived(error);

  function send(givenAnswer: GivenAnswer | null) {
    if (busy) return;
    const answer = {
      ...(attempt.token && { token: attempt.token }),
      questionId: question.id,
      version: question.version,
      givenAnswer,
      milliseconds: Math.round(performance.now() - shownAt.current),
    };
    sending.mutate(unsure && variables ? variables : answer);
  }
  return { send, busy, unsure, error, unknown: variables?.givenAnswer === null };
}

/** Which question this is; the focus comes here with each new one. */
function Count({ attempt: { answered, atMost } }: { attempt: Attempt }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // With the question, not after it: a key that is pressed at once reaches it.
  useLayoutEffect(() => heading.current?.focus(), []);
  const label = t("adaptiveTest.count", { number: answered + 1, atMost });
  return (
    <div className={styles.count}>
      <h2 ref={heading} tabIndex={-1}>
        {label}
      </h2>
      <Arcade percent={(100 * answered) / atMost} modules={[]} label={label} />
    </div>
  );
}

interface FootProps {
  /** Nothing of the answer is missing. */
  whole: boolean;
  sending: ReturnType<typeof useSending>;
}

/** After a failure that is in doubt only what was sent can be sent again. */
function Foot({ whole, sending }: FootProps): ReactNode {
  const { t } = useTranslation();
  const { send, busy, unsure, error, unknown } = sending;
  return (
    <>
      {error && (
        <FailedState
          error={error}
          what={t("adaptiveTest.sendFailed")}
          {...(unsure && { onRetry: () => send(null) })}
        />
      )}
      <div className={styles.foot}>
        <Button
          type="submit"
          loading={busy && !unknown}
          disabled={!whole || (busy && unknown) || (unsure && unknown)}
        >
          {t("adaptiveTest.answer")}
        </Button>
        <Button
          variant="outline"
          loading={busy && unknown}
          disabled={(busy || unsure) && !unknown}
          onClick={() => send(null)}
        >
          {t("adaptiveTest.dontKnow")}
        </Button>
        <p>{t("adaptiveTest.dontKnowText")}</p>
      </div>
    </>
  );
}
