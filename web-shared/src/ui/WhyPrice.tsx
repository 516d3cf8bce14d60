// Why a price is not the whole one: how many sessions are left, and the sum that follows from it.
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { components } from "../api/schema";
import { day, price } from "../format/format";
import { Explanation, type ExplanationLine } from "./Explanation";

type Schemas = components["schemas"];
export type PricedLine = Pick<Schemas["Line"], "moduleId" | "title" | "amount" | "facts">;
export type ModulePrice = Schemas["ModulePrice"];

/** Nothing where every line costs its whole price. */
export function WhyPrice({ lines }: { lines: readonly PricedLine[] }) {
  const { t } = useTranslation();
  const late = lines.find(({ facts }) => facts)?.facts;
  if (!late) return null;
  const full = sum(lines.map(({ amount, facts }) => facts?.full ?? amount));
  const total = {
    title: t("price.total"),
    value: price(sum(lines.map(({ amount }) => amount))),
    fact: t("price.insteadOf", { full: price(full) }),
  };
  return (
    <Explanation
      question={t("price.why")}
      lines={lines.flatMap((line) => parts(line).map((part) => lineOf(part, t)))}
      total={total}
    >
      {t("price.from", { day: day(late.from) })}
    </Explanation>
  );
}

type Part = Pick<ModulePrice, "title" | "full" | "amount" | "sessions" | "sessionsLeft">;

/** The modules of a whole course; of anything else the line itself. */
function parts({ title, amount, facts }: PricedLine): Part[] {
  if (!facts) return [{ title, full: amount, amount }];
  return facts.modules.length > 0 ? facts.modules : [{ ...facts, title, amount }];
}

function lineOf(part: Part, t: TFunction): ExplanationLine {
  return { title: part.title, lang: "fr", value: price(part.amount), fact: factOf(part, t) };
}

function factOf({ full, sessions, sessionsLeft: left }: Part, t: TFunction): string {
  if (typeof sessions !== "number" || typeof left !== "number") return t("price.whole");
  if (left === 0) return t("price.over", { count: sessions });
  if (left === sessions) return t("price.coming", { count: left, sessions });
  return t("price.share", { count: left, sessions, full: price(full) });
}

/** In cents: sums of euros would not be exact. */
function sum(euros: number[]): number {
  return euros.reduce((cents, one) => cents + Math.round(one * 100), 0) / 100;
}
