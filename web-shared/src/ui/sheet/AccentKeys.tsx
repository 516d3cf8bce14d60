// The letters other keyboards lack, below a field. One stop of the Tab key; arrows go from letter to letter.
import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Sheet.module.css";
import { accentsOf, insert } from "./writing";

interface AccentKeysProps {
  language: string;
  /** The field that is written in. */
  into: () => HTMLInputElement | HTMLTextAreaElement | null;
}

export function AccentKeys({ language, into }: AccentKeysProps) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState(0);
  const letters = accentsOf(language);
  if (letters.length === 0) return null;

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const ends: Record<string, number> = { Home: 0, End: letters.length - 1 };
    const step = steps[event.key];
    const to = step ? (current + step + letters.length) % letters.length : ends[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setCurrent(to);
    (event.currentTarget.children[to] as HTMLElement).focus();
  }

  return (
    <div role="toolbar" aria-label={t("sheet.letters")} className={styles.letters} onKeyDown={walk}>
      {letters.map((letter, at) => (
        <button
          key={letter}
          type="button"
          lang={language}
          tabIndex={at === current ? 0 : -1}
          onMouseDown={keepFocus}
          onClick={() => {
            const field = into();
            if (field) insert(letter, field);
          }}
        >
          {letter}
        </button>
      ))}
    </div>
  );
}

/** The caret stays where it is. */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}
