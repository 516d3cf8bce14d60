// How far one is: a count, a line, and an arch per question, lit when it is answered. A phone keeps count and line in sight.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { percent } from "web-shared/format/format";
import { Arcade } from "web-shared/ui/Arcade";
import { anchorOf, goToQuestion } from "web-shared/ui/sheet/anchor";
import type { SheetQuestion } from "web-shared/ui/sheet/question";
import { useCurrentSection } from "web-shared/ui/useCurrentSection";
import styles from "./Progress.module.css";

interface ProgressProps {
  questions: SheetQuestion[];
  /** For each question in turn. */
  answered: boolean[];
}

export function Progress({ questions, answered }: ProgressProps) {
  const { t } = useTranslation();
  const count = answered.filter(Boolean).length;
  const total = questions.length;
  const done = (100 * count) / total;
  const label = t("levelTest.count", { count, total });
  return (
    <aside className={styles.side} aria-label={t("levelTest.progress")}>
      <p className={styles.count}>
        <b>{label}</b>
        <span className="num">{percent(Math.floor(done))}</span>
      </p>
      <Arcade percent={done} modules={[]} label={label} />
      <Niches questions={questions} answered={answered} />
      <p className={styles.hint}>{t("levelTest.lit")}</p>
    </aside>
  );
}

/** The one being read is filled. */
function Niches({ questions, answered }: ProgressProps) {
  const { t } = useTranslation();
  const anchors = useMemo(() => questions.map(anchorOf), [questions]);
  const current = useCurrentSection(anchors);
  const name = (at: number) =>
    t(answered[at] ? "levelTest.answered" : "levelTest.question", { number: at + 1 });
  return (
    <ol className={styles.niches}>
      {questions.map((question, at) => (
        <li key={question.id}>
          <a
            href={`#${anchorOf(question)}`}
            onClick={(event) => {
              event.preventDefault();
              goToQuestion(question);
            }}
            aria-label={name(at)}
            aria-current={current === anchorOf(question) ? "location" : undefined}
            data-lit={answered[at] || undefined}
          >
            {at + 1}
          </a>
        </li>
      ))}
    </ol>
  );
}
