import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useLevels } from "web-shared/levels";
import { useLanguages } from "web-shared/taughtLanguages";
import { type Choices, type Filters, readFilters, writeFilters } from "./filters";

/** Changes some filters. What goes on with a change, letter by letter, takes the place of its beginning in the history. */
export type ChangeFilters = (change: Partial<Filters>, goesOn?: boolean) => void;

/** Left in the history by a visitor who has chosen: who removed the language is not asked for it again. */
export interface Chosen {
  chosen: true;
}

const chosen: Chosen = { chosen: true };

/** What the school has to choose from. */
export function useChoices(): Choices {
  const languages = useLanguages();
  const levels = useLevels();
  return useMemo(() => ({ languages, levels }), [languages, levels]);
}

/** The filters in the address, and how to change some of them. */
export function useFilters(): [Filters, ChangeFilters] {
  const [query, setQuery] = useSearchParams();
  const choices = useChoices();
  const filters = useMemo(() => readFilters(query, choices), [query, choices]);
  const change: ChangeFilters = (part, goesOn = false) =>
    setQuery((before) => writeFilters({ ...readFilters(before, choices), ...part }, before), {
      replace: goesOn,
      preventScrollReset: true,
      state: chosen,
    });
  return [filters, change];
}
