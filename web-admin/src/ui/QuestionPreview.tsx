// A question as its readers will see it, while it is being written. It can be tried out, and says what an answer would be
// worth; nothing of that is kept.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GivenAnswer } from "web-shared/ui/sheet/question";
import { Sheet } from "web-shared/ui/sheet/Sheet";
import styles from "./QuestionForm.module.css";
import { type QuestionDraft, sheetOf } from "./question";
import { useTrial } from "./useTrial";

let previews = 0; // several questions may be written on one page

interface QuestionPreviewProps {
  draft: QuestionDraft;
  language: string;
  /** What it is asked in. */
  lang?: string;
}

export function QuestionPreview({ draft, language, lang = "fr" }: QuestionPreviewProps) {
  const { t } = useTranslation();
  const [id] = useState(() => {
    previews += 1;
    return -previews;
  });
  const [given, setGiven] = useState<GivenAnswer>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another type is answered in another way
  useEffect(() => setGiven(undefined), [draft.typeCode, draft.chosen]);
  const question = { ...sheetOf(draft, id), lang };
  const outcome = useTrial(draft, question, given);
  return (
    <section className={styles.preview} aria-label={t("dashboard.content.question.preview")}>
      <p className={styles.previewTitle}>{t("dashboard.content.question.preview")}</p>
      {question.text.trim() ? (
        <Sheet
          questions={[question]}
          language={language}
          answers={given === undefined ? {} : { [id]: given }}
          onAnswer={(_, answer) => setGiven(answer)}
          verdicts={outcome && { [id]: { outcome } }}
        />
      ) : (
        <p className={styles.nothing}>{t("dashboard.content.question.previewNone")}</p>
      )}
    </section>
  );
}
