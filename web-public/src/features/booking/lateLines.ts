// What a selection costs whoever enters late, line by line.
import type { PricedLine } from "web-shared/ui/WhyPrice";
import type { LatePrices } from "./useLatePrices";

type Facts = NonNullable<PricedLine["facts"]>;

/** None selected means the whole course. */
export function chosenLines({ course, line }: LatePrices, chosen: readonly number[]): PricedLine[] {
  if (!line) return [];
  if (chosen.length === 0) return [line];
  return course.modules
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, title, price: amount }) => ({
      moduleId: id,
      title,
      amount,
      facts: reduced(line.facts, id),
    }));
}

/** What the price of one module was computed from; null where it costs its whole price. */
function reduced({ modules, from }: Facts, id: number): Facts | null {
  const module = modules.find(({ moduleId }) => moduleId === id);
  if (!module || module.amount >= module.full) return null;
  const { full, sessions, sessionsLeft } = module;
  return { full, from, sessions: sessions ?? 0, sessionsLeft: sessionsLeft ?? 0, modules: [] };
}
