// The content as far as it is wanted: branches are read when they are unfolded. A search wants all of them; they come a
// few at a time, and what has come is searched already.
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { allRows, api } from "web-shared/api/client";
import { COURSES, chapters, type Kind, lessons, type Row } from "./kinds";
import { rowsQuery } from "./rows";
import type { Outline } from "./tree";

const AT_ONCE = 6; // requests of one search

/** Every course of the school; the list of courses asks for the same. */
const coursesQuery = {
  queryKey: [COURSES, "all"],
  queryFn: () => allRows((query) => api.GET("/courses/details", { params: { query } })),
};

interface Wanted {
  modules: ReadonlySet<number>;
  chapters: ReadonlySet<number>;
  everything: boolean;
}

export function useOutline(wanted: Wanted) {
  const { data: courses, error, refetch } = useQuery(coursesQuery);
  const moduleIds = (courses ?? []).flatMap(({ modules }) => modules.map(({ id }) => id));
  const inModules = useBranches(chapters, moduleIds, wanted.modules, wanted.everything);
  const all = [...inModules.read.values()].flat().filter(({ lessonCount }) => lessonCount > 0);
  const inChapters = useBranches(
    lessons,
    all.map(({ id }) => id),
    wanted.chapters,
    wanted.everything,
  );
  const outline: Outline | undefined = courses && {
    courses,
    chapters: inModules.read,
    lessons: inChapters.read,
  };
  return {
    outline,
    error,
    retry: () => {
      if (error) void refetch();
      inModules.retry();
      inChapters.retry();
    },
    /** What an unfolded branch could not be read for. */
    failures: new Map([
      ...inModules.failed.map(([id, why]) => [`module-${id}`, why] as const),
      ...inChapters.failed.map(([id, why]) => [`chapter-${id}`, why] as const),
    ]),
    /** How much of the school a search has seen. */
    progress: {
      read: inModules.read.size + inChapters.read.size,
      total: moduleIds.length + all.length,
    },
  };
}

/** Rows under many parents: those that are unfolded, or all of them a few at a time. */
function useBranches<R extends Row, Input>(
  kind: Kind<R, Input>,
  parents: number[],
  open: ReadonlySet<number>,
  everything: boolean,
) {
  const [begun, setBegun] = useState<ReadonlySet<number>>(new Set());
  const results = useQueries({
    queries: parents.map((id) => ({
      ...rowsQuery(kind, id),
      enabled: open.has(id) || (everything && begun.has(id)),
    })),
  });
  const settled = results.filter(({ data, error }) => data || error).length;
  const busy = results.filter(({ fetchStatus }) => fetchStatus === "fetching").length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever an answer has come, the next may be asked for
  useEffect(() => {
    if (!everything || busy >= AT_ONCE) return;
    const next = parents.filter((id, at) => !begun.has(id) && !results[at]?.data);
    if (next.length === 0) return;
    setBegun(new Set([...begun, ...next.slice(0, AT_ONCE - busy)]));
  }, [everything, settled, busy, parents.length]);

  const read = new Map<number, R[]>();
  const failed: [number, unknown][] = [];
  for (const [at, id] of parents.entries()) {
    const { data, error } = results[at] ?? {};
    if (data) read.set(id, data);
    else if (error) failed.push([id, error]);
  }
  return {
    read,
    failed,
    retry: () => {
      for (const { error, data, refetch } of results) if (error && !data) void refetch();
    },
  };
}
