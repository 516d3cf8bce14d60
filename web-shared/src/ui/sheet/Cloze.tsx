// A sentence with gaps, written into where they are. A field grows with its word.
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { AccentKeys } from "./AccentKeys";
import type { ControlProps } from "./Question";
import { countGaps, gapped, taughtPart } from "./question";
import styles from "./Sheet.module.css";
import { inTheirOwnWords, MOST_LETTERS, widthOf } from "./writing";

export function Cloze({ question, language, given, onGive, disabled }: ControlProps) {
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  const last = useRef<HTMLInputElement>(null);
  const { taught, after } = taughtPart(question.text);
  const count = countGaps(question.text);
  const words = Array.from({ length: count }, (_, at) => [given ?? []].flat()[at] ?? "");

  return (
    <>
      <p className={styles.cloze} lang={language}>
        {gapped(taught).map((piece, at) =>
          typeof piece === "string" ? (
            piece
          ) : (
            <input
              key={at}
              ref={piece === 1 ? first : undefined}
              aria-label={t("sheet.gap", { number: piece, count })}
              size={widthOf(words[piece - 1] ?? "")}
              maxLength={MOST_LETTERS}
              value={words[piece - 1] ?? ""}
              onChange={({ currentTarget: { value } }) => onGive(words.with(piece - 1, value))}
              onFocus={(event) => {
                last.current = event.currentTarget;
              }}
              disabled={disabled}
              {...inTheirOwnWords}
            />
          ),
        )}
        {after && <span lang={question.lang ?? "fr"}>{after}</span>}
      </p>
      {!disabled && <AccentKeys language={language} into={() => last.current ?? first.current} />}
    </>
  );
}
