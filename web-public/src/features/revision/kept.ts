// What this browser keeps of reviews until the school has them, for each account. No words of a card are kept.
import { currentSession, PERSONAL } from "web-shared/api/session";
import type { Review } from "./api";

const NAME = `${PERSONAL}revision:`;

/** Where the reviews of whoever is signed in are kept; null: nobody is. */
export function keyOf(): string | null {
  const id = currentSession()?.user.id;
  return id === undefined ? null : `${NAME}${id}`;
}

export function isKept(storageKey: string): boolean {
  return storageKey.startsWith(NAME);
}

export function read(key: string): readonly Review[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Fails where the browser keeps nothing more. */
export function write(key: string, reviews: readonly Review[]): void {
  if (reviews.length > 0) localStorage.setItem(key, JSON.stringify(reviews));
  else localStorage.removeItem(key);
}
