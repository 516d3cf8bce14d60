// Which module, chapter and lesson the address of the editor names: whoever is given the link sees the same.
import { useSearchParams } from "react-router";

const PARTS = ["module", "chapter", "lesson"] as const;

export type Place = Partial<Record<(typeof PARTS)[number], number>>;

export function usePlace(): [Place, (to: Place) => void] {
  const [query, setQuery] = useSearchParams();
  const place: Place = {};
  for (const part of PARTS) {
    const id = Number(query.get(part));
    if (id) place[part] = id; // below zero: what the school does not know yet
  }
  const go = (to: Place) => setQuery(queryOf(to), { replace: true, preventScrollReset: true });
  return [place, go];
}

function queryOf(place: Place): Record<string, string> {
  return Object.fromEntries(Object.entries(place).map(([part, id]) => [part, String(id)]));
}

/** The full editor, open at this place. */
export function editorAddress(courseId: number, place: Place = {}): string {
  const query = new URLSearchParams(queryOf(place)).toString();
  return `/course/modules/${courseId}${query && `?${query}`}`;
}
