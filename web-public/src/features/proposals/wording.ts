// What is said of a proposal in more than one place.
import { useTranslation } from "react-i18next";
import { day, money } from "web-shared/format/format";
import type { Proposal } from "./api";

/** "De nouvelles dates pour votre cours", or for whose. */
export function useTitle({ kind, forAnother, learnerName }: Proposal): string {
  const { t } = useTranslation();
  return forAnother && learnerName
    ? t(`proposal.${kind}.titleFor`, { name: learnerName })
    : t(`proposal.${kind}.title`);
}

/** What goes back and how; null: nothing was paid, or nothing goes back. */
export function useRefund(amount: number, { byHand }: Proposal): string | null {
  const { t } = useTranslation();
  if (amount === 0) return null;
  const back = t("proposal.back", { amount: money(amount) });
  return `${back} ${t(byHand ? "proposal.byHand" : "proposal.byCard")}`;
}

/** The start is not certain yet; null: it is, or the decision is behind. */
export function useStillOpen({ newDecisionDay }: Proposal): string | null {
  const { t } = useTranslation();
  return newDecisionDay ? t("proposal.stillOpen", { day: day(newDecisionDay) }) : null;
}
