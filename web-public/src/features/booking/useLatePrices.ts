// What a course costs whoever enters on a day: once sessions were held, those that are left. The school says it.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { Course } from "web-shared/api/courses";
import type { components } from "web-shared/api/schema";
import { isDay } from "web-shared/format/days";
import { hasCode } from "./api";

type Line = components["schemas"]["Line"];

export interface LatePrices {
  /** The course with these prices. */
  course: Course;
  /** The line of the whole course, where it does not cost its whole price. */
  line: (Line & { facts: NonNullable<Line["facts"]> }) | null;
  /** Modules whose sessions have all taken place. */
  ended: number[];
  /** All sessions have taken place: there is nothing left to sell. */
  over: boolean;
}

export function useLatePrices(course: Course, date: string): LatePrices {
  const late = course.lateEntry === "PRO_RATA" && !course.free && course.sessionsSummary !== null;
  const { data, error } = useQuery({
    queryKey: ["checkout", "quote", "late", course.id, date],
    enabled: late && isDay(date),
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
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
  });
  const [line] = data?.lines ?? [];
  const over = hasCode(error, "sessions_over");
  if (!line?.facts) return { course, line: null, ended: [], over };
  const { facts, amount } = line;
  const of = (id: number) => facts.modules.find(({ moduleId }) => moduleId === id);
  const modules = course.modules.map((module) => ({
    ...module,
    price: of(module.id)?.amount ?? module.price,
  }));
  const ended = course.modules.flatMap(({ id }) => (of(id)?.sessionsLeft === 0 ? [id] : []));
  return { course: { ...course, price: amount, modules }, line: { ...line, facts }, ended, over };
}
