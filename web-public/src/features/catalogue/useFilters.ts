import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type Filters, readFilters, writeFilters } from "./filters";

/** The filters in the address, and how to change some of them. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(() => readFilters(query), [query]);
  const change = (part: Partial<Filters>) =>
    setQuery((before) => writeFilters({ ...readFilters(before), ...part }, before), {
      replace: true,
      preventScrollReset: true,
    });
  return [filters, change];
}
