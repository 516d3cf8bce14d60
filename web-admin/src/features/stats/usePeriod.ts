// The period as the address names it.
import { isDay } from "web-shared/format/days";
import { today } from "web-shared/format/format";
import { useChoice, useQueryOfAddress } from "../../ui/usePage";
import { type Days, daysOf, PERIODS, type PeriodName } from "./period";

export interface Period {
  name: PeriodName;
  choose: (name: PeriodName) => void;
  /** What stands in the two fields. */
  typed: Days;
  type: (end: keyof Days, day: string) => void;
  faults: { from: boolean; to: boolean; order: boolean };
  /** What the figures are of. */
  days: Days;
}

export function usePeriod(): Period {
  const [query, change] = useQueryOfAddress();
  const [name, choose] = useChoice("period", PERIODS);
  const usual = daysOf("weeks12", today());
  const typed = { from: query.get("from") ?? usual.from, to: query.get("to") ?? usual.to };
  return {
    name,
    choose,
    typed,
    type: (end, day) => change((query) => query.set(end, day), { replace: true }),
    faults: {
      from: !isDay(typed.from),
      to: !isDay(typed.to),
      order: isDay(typed.from) && isDay(typed.to) && typed.to < typed.from,
    },
    days: daysOf(name, today(), typed),
  };
}
