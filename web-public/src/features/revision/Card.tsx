// One card: its front, then the answer and how well it was known. Space or Enter turns it, 1 to 4 say how well. The second
// of two quick clicks is not meant for what the first one has brought.
import { Button } from "@mantine/core";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageName } from "web-shared/format/format";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Tag } from "web-shared/ui/Tag";
import type { Rating, RevisionCard } from "./api";
import { Back } from "./Back";
import styles from "./Card.module.css";
import { Front } from "./Front";
import { Grades, RATINGS } from "./Grades";

interface CardProps {
  card: RevisionCard;
  onRate: (rating: Rating) => void;
}

export function Card({ card, onRate }: CardProps) {
  const [open, setOpen] = useState(false);
  const words = useId();
  const front = useRef<HTMLElement>(null);
  const back = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (open ? back : front).current?.focus(), [open]);

  // Only where the focus is: elsewhere these keys belong to the page.
  function press(event: KeyboardEvent<HTMLElement>) {
    const { key, target } = event;
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    const rating = RATINGS["1234".indexOf(key)];
    if (open && rating) onRate(rating);
    else if (!open && isTurn(key) && !isControl(target)) setOpen(true);
    else return;
    event.preventDefault();
  }

  return (
    <article
      ref={front}
      tabIndex={-1}
      aria-labelledby={words}
      className={styles.card}
      data-language={card.languageCode}
      onKeyDown={press}
    >
      <From card={card} />
      <div className={styles.words}>
        <Front card={card} id={words} open={open} />
        {open && <Back card={card} ref={back} />}
      </div>
      {open ? <Grades onRate={onRate} /> : <Turn onTurn={() => setOpen(true)} />}
    </article>
  );
}

function Turn({ onTurn }: { onTurn: () => void }) {
  const { t } = useTranslation();
  return (
    <Button fullWidth onClick={({ detail }) => detail < 2 && onTurn()}>
      {t("revision.show")}
    </Button>
  );
}

const isTurn = (key: string) => key === " " || key === "Enter";

/** It has its own use for these keys. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, a, input, summary") !== null;
}

/** The language, the course and the lesson of a card, in small. */
function From({ card }: { card: RevisionCard }) {
  const language = useLanguages().of(card.languageCode);
  return (
    <p className={styles.from}>
      <Tag tone="accent">{language ? labelOf(language) : languageName(card.languageCode)}</Tag>{" "}
      <span lang="fr">
        {card.courseName} · {card.lessonTitle}
      </span>
    </p>
  );
}
