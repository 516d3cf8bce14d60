// One question that opens on its answer: hairlines, chevron at the right, no box. Several may be open at once.
import { pieces } from "web-shared/format/search";
import { Icon } from "web-shared/ui/Icon";
import { RichText } from "web-shared/ui/RichText";
import { WrittenIn } from "web-shared/ui/WrittenIn";
import type { Entry } from "./api";
import styles from "./Faq.module.css";

interface QuestionProps {
  entry: Entry;
  /** Open when it appears. */
  open?: boolean;
  /** Words to mark in the question. */
  words?: string[];
}

export function Question({ entry, open = false, words = [] }: QuestionProps) {
  return (
    <details className={styles.question} id={`faq-${entry.id}`} open={open}>
      <summary>
        <h3 lang={entry.lang ?? "fr"}>
          {pieces(entry.question, words).map(({ text, hit }, at) =>
            hit ? <mark key={at}>{text}</mark> : text,
          )}
        </h3>
        <WrittenIn lang={entry.lang} />
        <Icon name="caret-down-bold" size={18} />
      </summary>
      <RichText className={styles.answer} html={entry.answer} lang={entry.lang} />
    </details>
  );
}
