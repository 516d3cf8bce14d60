// The sessions that a purchase covers, from the day on which it begins.
import { useQuery } from "@tanstack/react-query";
import { courseSessionsQuery } from "web-shared/api/classSessions";
import { coveredOf } from "web-shared/ui/sessions/next";
import type { Booked } from "./SuccessBanner";

type Bought = Pick<Booked, "course" | "completed" | "purchase">;

/** The first of them, of which the mail on its eve reminds, and all: those that take place from the requested start or
 * from now on, of the modules that were bought. Nothing while there are no dates. */
export function useFirstSession({ course, completed, purchase }: Bought) {
  const { data } = useQuery({
    ...courseSessionsQuery(course.id),
    enabled: Boolean(course.sessionsSummary),
  });
  const modules = purchase.lines.flatMap(({ moduleId }) => moduleId ?? []);
  const from = completed.reservation.requestedStartDate;
  const covered = coveredOf(data ?? [], { from, modules }, Date.now());
  return { first: covered[0] ?? null, all: covered };
}
