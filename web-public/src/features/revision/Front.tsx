// The front of a card: a word, or a question as on its sheet, to be answered in one's head.
import { useTranslation } from "react-i18next";
import { Player } from "web-shared/ui/sheet/Player";
import { gapped, languageOfAnswer, taughtPart } from "web-shared/ui/sheet/question";
import { type RevisionCard, useRenew } from "./api";
import styles from "./Card.module.css";
import { onSheet } from "./onSheet";

interface FrontProps {
  card: RevisionCard;
  /** The id of its words. */
  id: string;
  /** The answer is shown: so may be what the recording says. */
  open: boolean;
}

export function Front({ card, id, open }: FrontProps) {
  const { t } = useTranslation();
  if (card.kind === "QUESTION") return <Asked card={card} id={id} open={open} />;
  return (
    <>
      <p id={id} className={styles.word} lang={card.languageCode}>
        {card.front}
      </p>
      <p className="muted">{t("revision.whatMeans")}</p>
    </>
  );
}

function Asked({ card, id, open }: FrontProps) {
  const renew = useRenew();
  const { mediaUrl, mediaLink, transcript = null } = card;
  return (
    <>
      <div id={id} className={styles.question}>
        <Words card={card} />
      </div>
      {mediaUrl && (
        <Player
          key={mediaUrl}
          source={{ link: mediaLink ?? mediaUrl }}
          renew={() => renew(card.id)}
          transcript={transcript}
          language={card.languageCode}
          readable={open}
        />
      )}
      <Options card={card} />
    </>
  );
}

/** The sentence with gaps stands below its instruction. */
function Words({ card }: { card: RevisionCard }) {
  const { t } = useTranslation();
  const { before, taught, after } = taughtPart(card.front);
  const cloze = card.typeCode === "CLOZE";
  return (
    <>
      {before.trim() ? <p lang="fr">{before}</p> : cloze && <p>{t("sheet.complete")}</p>}
      {taught && (
        <p className={styles.taught} lang={card.languageCode}>
          {gapped(taught).map((piece, at) =>
            typeof piece === "string" ? piece : <Gap key={at} number={piece} card={card} />,
          )}
        </p>
      )}
      {after.trim() && <p lang="fr">{after}</p>}
    </>
  );
}

function Gap({ number, card }: { number: number; card: RevisionCard }) {
  const { t } = useTranslation();
  const count = gapped(card.front).filter((piece) => typeof piece === "number").length;
  return (
    <span className={styles.gap}>
      <span className="hidden">{t("sheet.gap", { number, count })}</span>
    </span>
  );
}

function Options({ card }: { card: RevisionCard }) {
  const { t, i18n } = useTranslation();
  const options =
    card.typeCode === "TRUE_FALSE"
      ? [t("sheet.true"), t("sheet.false")].map((text) => ({ text, lang: i18n.language }))
      : card.options.map((text) => ({
          text,
          lang: languageOfAnswer(onSheet(card), card.languageCode, text),
        }));
  if (options.length === 0) return null;
  return (
    <ul className={styles.options}>
      {options.map(({ text, lang }) => (
        <li key={text} lang={lang}>
          {text}
        </li>
      ))}
    </ul>
  );
}
