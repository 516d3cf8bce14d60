// The back of a card: the answer, why it is so, and where it was learnt.
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { languageOfAnswer } from "web-shared/ui/sheet/question";
import type { RevisionCard } from "./api";
import styles from "./Card.module.css";
import { onSheet } from "./onSheet";

export function Back({ card, ref }: { card: RevisionCard; ref: Ref<HTMLDivElement> }) {
  const { t } = useTranslation();
  return (
    <div ref={ref} tabIndex={-1} className={styles.back}>
      <span className="hidden">{t("revision.answer")} </span>
      <Answer card={card} />
      {card.explanation && <p lang="fr">{card.explanation}</p>}
    </div>
  );
}

function Answer({ card }: { card: RevisionCard }) {
  const { t } = useTranslation();
  const { kind, back, typeCode, languageCode } = card;
  const words = { TRUE: t("sheet.true"), FALSE: t("sheet.false") };
  if (typeCode === "TRUE_FALSE") {
    return <p className={styles.answer}>{words[back as keyof typeof words] ?? back}</p>;
  }
  if (!back.trim()) return <p className="muted">{t("revision.noMeaning")}</p>;
  const lang = kind === "QUESTION" ? languageOfAnswer(onSheet(card), languageCode, back) : "";
  return (
    <p className={styles.answer} {...(lang && { lang })}>
      {back}
    </p>
  );
}
