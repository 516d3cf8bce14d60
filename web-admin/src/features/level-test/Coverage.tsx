// How many questions there are of each level and type, how many of them the short test asks, and at which levels these are
// too few to place anybody.
import { useTranslation } from "react-i18next";
import { Tag } from "web-shared/ui/Tag";
import { LEVELS, QUESTION_TYPES } from "../../ui/question";
import type { TestQuestion } from "./api";
import styles from "./LevelTest.module.css";
import { FEWEST, ofLevel } from "./question";

export function Coverage({ questions }: { questions: TestQuestion[] }) {
  const { t } = useTranslation();
  const without = ofLevel(questions, null);
  return (
    <section aria-label={t("dashboard.levelTest.coverage")}>
      <p className={styles.offered}>{t("dashboard.levelTest.offered")}</p>
      <ul className={styles.coverage}>
        {LEVELS.map((level) => (
          <Count key={level} label={level} questions={ofLevel(questions, level)} placing />
        ))}
        {without.length > 0 && (
          <Count label={t("dashboard.content.question.noLevel")} questions={without} />
        )}
      </ul>
    </section>
  );
}

interface CountProps {
  label: string;
  questions: TestQuestion[];
  /** Whether right answers here say something about a level. */
  placing?: boolean;
}

function Count({ label, questions, placing = false }: CountProps) {
  const { t } = useTranslation();
  const kinds = QUESTION_TYPES.map((type) => ({
    type,
    count: questions.filter(({ typeCode }) => typeCode === type).length,
  })).filter(({ count }) => count > 0);
  const fixed = questions.filter(({ inFixedTest }) => inFixedTest).length;
  return (
    <li>
      <p className={styles.count}>
        <b className="num">{label}</b>{" "}
        {t("dashboard.levelTest.questionCount", { count: questions.length })}
      </p>
      <p className={styles.fixed}>{t("dashboard.levelTest.fixedCount", { count: fixed })}</p>
      <p className={styles.kinds}>
        {kinds
          .map(({ type, count }) => `${t(`dashboard.content.question.types.${type}`)} ${count}`)
          .join(" · ")}
      </p>
      {placing && fixed < FEWEST && <Tag tone="warning">{t("dashboard.levelTest.tooFew")}</Tag>}
    </li>
  );
}
