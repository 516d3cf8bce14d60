// One question of a sheet: its words, the control of its type, and the verdict once there is one.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../Icon";
import type { Source } from "../useRenewed";
import { WrittenIn } from "../WrittenIn";
import { anchorOf } from "./anchor";
import { Choice } from "./Choice";
import { Cloze } from "./Cloze";
import { Player } from "./Player";
import {
  type GivenAnswer,
  isAnswered,
  isWorded,
  languageOfAnswer,
  type SheetQuestion,
  taughtPart,
  type Verdict,
} from "./question";
import styles from "./Sheet.module.css";
import { Written } from "./Written";

interface QuestionProps {
  question: SheetQuestion;
  /** Its place on the sheet, from 1. */
  number: number;
  language: string;
  given: GivenAnswer | undefined;
  onGive: (given: GivenAnswer) => void;
  verdict: Verdict | undefined;
  disabled: boolean;
  /** It says in which language it is when that is not the reader's. */
  translated: boolean;
  /** Asks where the recording of a question is heard now. */
  renew: ((id: number) => Promise<Source | undefined>) | undefined;
}

/** What the control of each type is given. */
export interface ControlProps
  extends Omit<QuestionProps, "number" | "verdict" | "translated" | "renew"> {
  /** The id of the words of the question. */
  labelledBy: string;
}

export function Question({ number, verdict, translated, renew, ...props }: QuestionProps) {
  const { question, language, given } = props;
  const { t } = useTranslation();
  const words = useId();
  const answered = isAnswered(question, given);
  const heard = question.typeCode === "AUDIO" && question.mediaUrl;
  return (
    <li className={styles.question} id={anchorOf(question)}>
      <span className={styles.margin} aria-hidden="true">
        {number}
        <Mark answered={answered} verdict={verdict} />
      </span>
      <fieldset>
        <legend id={words} className={styles.words}>
          <span className="hidden">{t("sheet.number", { number })} </span>
          <Words question={question} language={language} />
          {translated && isWorded(question.text) && (
            <span className={styles.writtenIn}>
              <WrittenIn lang={question.lang} />
            </span>
          )}
        </legend>
        {heard && (
          <Player
            key={heard}
            source={{ link: question.mediaLink ?? heard }}
            renew={renew && (() => renew(question.id))}
            transcript={question.transcript}
            language={language}
            readable={answered || verdict !== undefined}
          />
        )}
        <Control {...props} labelledBy={words} />
      </fieldset>
      {verdict && <Correction verdict={verdict} question={question} language={language} />}
    </li>
  );
}

function Control(props: ControlProps) {
  const { typeCode, options } = props.question;
  if (typeCode === "CLOZE") return <Cloze {...props} />;
  if (typeCode === "TEXT" || (typeCode === "AUDIO" && options.length === 0)) {
    return <Written {...props} />;
  }
  return <Choice {...props} />;
}

/** A sentence with gaps stands below its instruction; other words are all of the question. */
function Words({ question, language }: { question: SheetQuestion; language: string }) {
  const { t } = useTranslation();
  const { before, taught, after } = taughtPart(question.text);
  const cloze = question.typeCode === "CLOZE";
  if (cloze && !before.trim()) return t("sheet.complete");
  return (
    <span lang={question.lang ?? "fr"}>
      {before}
      {taught && !cloze && <i lang={language}>{taught}</i>}
      {!cloze && after}
    </span>
  );
}

const signs = { right: "check-circle-fill", nearly: "warning", wrong: "x-bold" } as const;

function Mark({ answered, verdict }: { answered: boolean; verdict: Verdict | undefined }) {
  const outcome = verdict?.outcome ?? (answered ? "right" : undefined);
  return (
    outcome && (
      <span className={styles.mark} data-outcome={outcome}>
        <Icon name={signs[outcome]} size={20} />
      </span>
    )
  );
}

interface CorrectionProps {
  verdict: Verdict;
  question: SheetQuestion;
  language: string;
}

function Correction({ verdict, question, language }: CorrectionProps) {
  const { t } = useTranslation();
  const { outcome, correctAnswer, explanation } = verdict;
  const words = { TRUE: t("sheet.true"), FALSE: t("sheet.false") };
  const spoken = question.typeCode === "TRUE_FALSE" && words[correctAnswer as keyof typeof words];
  return (
    <div className={styles.verdict} data-outcome={outcome}>
      <Icon name={signs[outcome]} size={20} />
      <div>
        <p className={styles.outcome}>{t(`sheet.outcomes.${outcome}`)}</p>
        {outcome !== "right" && correctAnswer && (
          <p>
            {t("sheet.expected")}{" "}
            {spoken || (
              <b lang={languageOfAnswer(question, language, correctAnswer)}>{correctAnswer}</b>
            )}
          </p>
        )}
        {explanation && <p lang="fr">{explanation}</p>}
      </div>
    </div>
  );
}
