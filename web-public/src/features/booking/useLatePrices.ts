// What a course costs whoever enters on a day: once sessions were held, those that are left. The school says it.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, unwrap } from "web-shared/api/client";
import type { Course } from "web-shared/api/courses";
import { hasCode } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { isDay } from "web-shared/format/days";
import { today } from "web-shared/format/format";
import { withTexts } from "web-shared/i18n/i18n";

type Line = components["schemas"]["Line"];
type Facts = NonNullable<Line["facts"]>;

export interface LatePrices {
  /** The course with these prices. */
  course: Course;
  /** The line of the whole course, where it does not cost its whole price. */
  line: (Line & { facts: Facts }) | null;
  /** Modules whose sessions have all taken place by then. */
  ended: number[];
  /** All sessions have taken place by then: there is nothing left to sell. */
  over: boolean;
  /** The school has not said yet what is left of a course that has begun. */
  unknown: boolean;
}

export function useLatePrices(course: Course, date: string): LatePrices {
  const late = course.lateEntry === "PRO_RATA" && !course.free && Boolean(course.sessionsSummary);
  const { data, error, isPending } = useQuery({
    queryKey: ["checkout", "quote", "late", course.id, date],
    enabled: useHydrated() && late && isDay(date),
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
      // The server's page brought no texts of late prices.
      withTexts(() =>
        unwrap(
          api.POST("/checkout/quote", {
            body: {
              courseId: course.id,
              reservedModuleIds: [],
              // Whoever reads may have a part already; the prices of all modules are shown.
              reservationTarget: "other",
              requestedStartDate: date,
            },
          }),
        ),
      ),
  });
  const [line] = data?.lines ?? [];
  const over = hasCode(error, "sessions_over");
  const unknown = late && isPending && course.startDate <= today();
  if (!line?.facts) return { course, line: null, ended: [], over, unknown };
  const { facts, amount } = line;
  const of = (id: number) => facts.modules.find(({ moduleId }) => moduleId === id);
  const modules = course.modules.map((module) => ({
    ...module,
    price: of(module.id)?.amount ?? module.price,
  }));
  const ended = course.modules.flatMap(({ id }) => (of(id)?.sessionsLeft === 0 ? [id] : []));
  const priced = { ...course, price: amount, modules };
  return { course: priced, line: { ...line, facts }, ended, over, unknown };
}

/** The server, which renders the page first, only reads: it asks for no price. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
}

const nothingChanges = () => () => {};
