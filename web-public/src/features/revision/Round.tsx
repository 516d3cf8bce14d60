// A sitting: card after card, with the way out, how far it is, and a way not to see a card again.
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import type { RevisionCard } from "./api";
import { Card } from "./Card";
import { RemoveCard } from "./dialogs";
import styles from "./Revision.module.css";
import { type Round as RoundState, useRound } from "./useRound";

interface RoundProps {
  cards: RevisionCard[];
  onLeave: () => void;
  /** Every card was revised. */
  onEnd: () => void;
}

export function Round({ cards, onLeave, onEnd }: RoundProps) {
  const { t } = useTranslation();
  const round = useRound(cards);
  const { card, place, rate, skip } = round;
  const [removing, setRemoving] = useState(false);
  const over = card === null;
  useEffect(() => {
    if (over) onEnd();
  }, [over, onEnd]);
  if (!card) return null;
  return (
    <section className={styles.round} aria-label={t("revision.title")}>
      <Head round={round} onLeave={onLeave} />
      <Card key={`${place} ${card.id}`} card={card} onRate={rate} />
      <div className={styles.under}>
        <p className={styles.keys}>{t("revision.keys")}</p>
        <Button variant="subtle" size="sm" onClick={() => setRemoving(true)}>
          {t("revision.remove.action")}
        </Button>
      </div>
      <RemoveCard
        opened={removing}
        card={card}
        onRemoved={skip}
        onClose={() => setRemoving(false)}
      />
    </section>
  );
}

function Head({ round, onLeave }: { round: RoundState; onLeave: () => void }) {
  const { t } = useTranslation();
  const { place, count } = round;
  const far = t("revision.place", { place, count });
  return (
    <div className={styles.head}>
      <button
        type="button"
        className={styles.leave}
        aria-label={t("revision.leave")}
        onClick={onLeave}
      >
        <Icon name="x" size={22} />
      </button>
      <div
        role="progressbar"
        className={styles.bar}
        aria-label={t("revision.progress")}
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={place}
        aria-valuetext={far}
      >
        <span style={{ width: `${(100 * place) / count}%` }} />
      </div>
      <span>{far}</span>
    </div>
  );
}
