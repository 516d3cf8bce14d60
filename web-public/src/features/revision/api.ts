// Cards to revise: those of today, a word that is kept, a card that is not wanted any more.
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { freshId } from "web-shared/api/key";
import { isMissing } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { send, waiting } from "./outbox";

type Schemas = components["schemas"];

export type RevisionCard = Schemas["RevisionCard"];
export type RevisionDue = Schemas["RevisionDue"];

export type Rating = "AGAIN" | "HARD" | "GOOD" | "EASY";

/** How well a card was known, and when. */
export interface Review {
  /** The own id under which it is counted once. */
  clientId: string;
  cardId: number;
  rating: Rating;
  reviewedAt: string;
}

export const REVISION = "/revision";

/** What is due today. It is asked anew by every page: a quiz or another device may have added to it. */
export const dueQuery = queryOptions({
  queryKey: ["revision", "due"],
  queryFn: async () => {
    await send(); // what was revised here is not asked again
    const due = await unwrap(api.GET("/revision/due", {}));
    return without(due, revised());
  },
  staleTime: 0,
  networkMode: "always", // without a network it has failed, and says so
});

/** The cards whose review has not arrived yet. One that was not known stays for today. */
function revised(): Set<number> {
  const last = new Map(waiting().map(({ cardId, rating }) => [cardId, rating]));
  return new Set([...last].flatMap(([id, rating]) => (rating === "AGAIN" ? [] : [id])));
}

function without(due: RevisionDue, gone: ReadonlySet<number>): RevisionDue {
  const cards = due.cards.filter(({ id }) => !gone.has(id));
  return { ...due, cards, due: due.due - (due.cards.length - cards.length) };
}

/** Takes a card off what is known of today. */
export function useDone(): (card: RevisionCard) => void {
  const queries = useQueryClient();
  return ({ id }) =>
    queries.setQueryData(dueQuery.queryKey, (due) => due && without(due, new Set([id])));
}

/** Where the recording of a card is heard now. */
export function useRenew() {
  const queries = useQueryClient();
  return async (id: number) => {
    const { cards } = await queries.fetchQuery(dueQuery);
    const card = cards.find((one) => one.id === id);
    const link = card?.mediaLink ?? card?.mediaUrl;
    return link ? { link } : undefined;
  };
}

export interface Word {
  lessonId: number;
  front: string;
  back: string;
}

/** Keeps a word; the same words sent again are the same card. */
export function wordKeeper(): (word: Word) => Promise<RevisionCard> {
  let last = { text: "", clientId: "" };
  return (word) => {
    const text = JSON.stringify(word);
    if (last.text !== text) last = { text, clientId: freshId() };
    return unwrap(api.POST("/revision/cards", { body: { clientId: last.clientId, ...word } }));
  };
}

/** One that is gone already is as good as removed. */
export async function removeCard(id: number): Promise<void> {
  try {
    await unwrap(api.DELETE("/revision/cards/{id}", { params: { path: { id } } }));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
