// Why something is as it is, for whoever asks: one sentence, what it comes from line by line, and what that comes to.
import type { ReactNode } from "react";
import styles from "./Explanation.module.css";
import { Icon } from "./Icon";

export interface ExplanationLine {
  title: string;
  /** The language of the title, where it is not that of the page. */
  lang?: string | undefined;
  /** An amount, a day, a percentage. */
  value?: string | undefined;
  /** Where the value comes from, in one sentence. */
  fact?: string | undefined;
}

interface ExplanationProps {
  question: string;
  /** The answer in one sentence. */
  children: ReactNode;
  lines?: readonly ExplanationLine[] | undefined;
  /** What the lines come to. */
  total?: ExplanationLine | undefined;
  /** Called when it is opened for the first time. */
  onOpen?: () => void;
}

export function Explanation(props: ExplanationProps) {
  const { question, children, lines = [], total, onOpen } = props;
  return (
    <details
      className={styles.explanation}
      onToggle={onOpen && ((event) => event.currentTarget.open && onOpen())}
    >
      <summary>
        <span>
          <Icon name="question" />
        </span>
        {question}
        <Icon name="caret-down-bold" size={18} />
      </summary>
      <div className={styles.answer}>
        <div>{children}</div>
        {(lines.length > 0 || total) && (
          <dl>
            {lines.map((line, at) => (
              <Line key={at} line={line} />
            ))}
            {total && <Line line={total} last />}
          </dl>
        )}
      </div>
    </details>
  );
}

function Line({ line, last }: { line: ExplanationLine; last?: boolean }) {
  const { title, lang, value, fact } = line;
  return (
    <div data-total={last}>
      <dt lang={lang}>{title}</dt>
      {value !== undefined && <dd className={`num ${styles.value}`}>{value}</dd>}
      {fact !== undefined && <dd className={styles.fact}>{fact}</dd>}
    </div>
  );
}
