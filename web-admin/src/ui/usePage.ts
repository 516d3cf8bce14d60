// The page of a list that the address names.
import { useSearchParams } from "react-router";

/** The page, from 1, and how to turn it; other parts of the address stay. */
export function usePage(): [number, (page: number) => void] {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(query.get("page"))) || 1);
  const turn = (to: number) =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      if (to > 1) after.set("page", String(to));
      else after.delete("page");
      return after;
    });
  return [page, turn];
}

/** One choice that the address names, the first of `all` when it names none; choosing leads to the first page. */
export function useChoice<Choice extends string>(
  name: string,
  all: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [query, setQuery] = useSearchParams();
  const chosen = all.find((one) => one === query.get(name)) ?? all[0];
  const choose = (to: Choice) =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      after.delete("page");
      if (to === all[0]) after.delete(name);
      else after.set(name, to);
      return after;
    });
  return [chosen, choose];
}
