// What of a list is shown, as the address names it: its page, its order, one choice, what is searched for.
import { useContext, useEffect, useEffectEvent, useState } from "react";
import {
  type NavigateOptions,
  type RouterState,
  UNSAFE_DataRouterContext,
  useSearchParams,
} from "react-router";
import type { Sort } from "./Table";

/** The query of the address, and how to change it. One change may follow another before either is rendered: each goes
 *  on from where the router is or is going, and nothing that was chosen is lost. */
export function useQueryOfAddress(): [
  URLSearchParams,
  (change: (query: URLSearchParams) => void, options?: NavigateOptions) => void,
] {
  const [query, setQuery] = useSearchParams();
  const router = useContext(UNSAFE_DataRouterContext)?.router; // no hook gives its state before it is rendered
  const change = (to: (query: URLSearchParams) => void, options?: NavigateOptions) => {
    const after = new URLSearchParams(router ? latest(router.state) : query);
    to(after);
    setQuery(after, options);
  };
  return [query, change];
}

function latest({ location, navigation }: RouterState): string {
  const coming = navigation.location;
  return (coming?.pathname === location.pathname ? coming : location).search;
}

/** The page, from 1, and how to turn it; other parts of the address stay. */
export function usePage(): [number, (page: number) => void] {
  const [query, change] = useQueryOfAddress();
  const page = Math.max(1, Math.trunc(Number(query.get("page"))) || 1);
  const turn = (to: number) =>
    change((query) => {
      if (to > 1) query.set("page", String(to));
      else query.delete("page");
    });
  return [page, turn];
}

/** One choice that the address names, the first of `all` when it names none; choosing leads to the first page. */
export function useChoice<Choice extends string>(
  name: string,
  all: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [query, change] = useQueryOfAddress();
  const chosen = all.find((one) => one === query.get(name)) ?? all[0];
  const choose = (to: Choice) =>
    change((query) => {
      query.delete("page");
      if (to === all[0]) query.delete(name);
      else query.set(name, to);
    });
  return [chosen, choose];
}

/** Texts that the address keeps under these names, empty where it has none; another one leads to the first page. */
export function useKept<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (kept: Partial<Record<Name, string>>) => void] {
  const [query, change] = useQueryOfAddress();
  const kept = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""]));
  const keep = (texts: Partial<Record<Name, string>>) =>
    change((query) => {
      query.delete("page");
      for (const name of names) {
        const text = texts[name];
        if (text) query.set(name, text);
        else if (text === "") query.delete(name);
      }
    });
  return [kept as Record<Name, string>, keep];
}

const SOUGHT = "q";
const PAUSE = 250; // milliseconds in which nothing more is typed

/** What the address says is searched for. */
export function useSought(): string {
  return useSearchParams()[0].get(SOUGHT) ?? "";
}

/** What is typed into a search. A moment later it is in the address, on the first page; a link there writes it too. */
export function useSearch(): [string, (text: string) => void] {
  const [, change] = useQueryOfAddress();
  const sought = useSought();
  const [known, setKnown] = useState(sought);
  const [typed, setTyped] = useState(sought);
  if (sought !== known) {
    setKnown(sought);
    if (sought !== typed.trim()) setTyped(sought);
  }

  const search = useEffectEvent((text: string) => {
    if (text === sought) return;
    change(
      (query) => {
        query.delete("page");
        if (text) query.set(SOUGHT, text);
        else query.delete(SOUGHT);
      },
      { replace: true },
    );
  });
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

const DOWN = "-"; // before the column when the greatest comes first

/** The order that the address names; another leads to the first page. */
export function useSort(first: Sort): [Sort, (sort: Sort) => void] {
  const [query, change] = useQueryOfAddress();
  const named = query.get("sort");
  const descending = named?.startsWith(DOWN) ?? false;
  const sort = named ? { by: descending ? named.slice(DOWN.length) : named, descending } : first;
  const choose = (to: Sort) =>
    change((query) => {
      query.delete("page");
      if (to.by === first.by && to.descending === first.descending) query.delete("sort");
      else query.set("sort", (to.descending ? DOWN : "") + to.by);
    });
  return [sort, choose];
}
