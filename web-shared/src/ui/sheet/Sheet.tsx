// The "Copie": questions on a sheet of school paper, number and tick in the margin. The level test and the quiz of a lesson
// are answered on it, the dashboard shows on it what it writes. It keeps nothing: answers come and go by its props.
import type { ReactNode } from "react";
import type { Source } from "../useRenewed";
import { Question } from "./Question";
import type { Answers, GivenAnswer, SheetQuestion, Verdict } from "./question";
import styles from "./Sheet.module.css";

interface SheetProps {
  questions: SheetQuestion[];
  /** The number of the first one, where others came before this sheet. */
  from?: number;
  /** The code of the language taught. */
  language: string;
  answers: Answers;
  onAnswer: (id: number, given: GivenAnswer) => void;
  /** By the id of the question, once it is corrected. */
  verdicts?: Record<number, Verdict> | undefined;
  disabled?: boolean;
  /** Questions that are not in the reader's language say in which they are. */
  translated?: boolean;
  /** Recordings have links that run out: asks where that of a question is heard now. */
  renew?: (id: number) => Promise<Source | undefined>;
  /** Below the last question: what is missing, the button. */
  foot?: ReactNode;
}

export function Sheet(props: SheetProps) {
  const { questions, language, answers, onAnswer, verdicts, disabled = false, foot } = props;
  const { from = 1, translated = false, renew } = props;
  return (
    <div className={styles.sheet}>
      <ol>
        {questions.map((question, at) => (
          <Question
            key={question.id}
            question={question}
            number={from + at}
            language={language}
            given={answers[question.id]}
            onGive={(given) => onAnswer(question.id, given)}
            verdict={verdicts?.[question.id]}
            disabled={disabled}
            translated={translated}
            renew={renew}
          />
        ))}
      </ol>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  );
}
