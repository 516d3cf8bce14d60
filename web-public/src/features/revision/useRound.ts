// The cards of one sitting: what comes next, and how far it is.
import { useState } from "react";
import { type Rating, type RevisionCard, useDone } from "./api";
import { note } from "./outbox";

export interface Round {
  /** Null: it is over. */
  card: RevisionCard | null;
  /** Its place, from 1, of how many: a card that comes again counts again. */
  place: number;
  count: number;
  rate: (rating: Rating) => void;
  /** The card is not revised any more. */
  skip: () => void;
}

interface State {
  queue: RevisionCard[];
  seen: number;
}

export function useRound(cards: RevisionCard[]): Round {
  const [{ queue, seen }, setState] = useState<State>({ queue: cards, seen: 0 });
  const done = useDone();
  const [card = null, ...rest] = queue;

  function rate(rating: Rating) {
    if (!card) return;
    note(card.id, rating);
    const again = rating === "AGAIN";
    if (!again) done(card);
    setState({ queue: again ? [...rest, card] : rest, seen: seen + 1 });
  }

  function skip() {
    if (card) done(card);
    setState({ queue: rest, seen });
  }

  return { card, place: seen + 1, count: seen + queue.length, rate, skip };
}
