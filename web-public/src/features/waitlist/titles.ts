// How an entry is called where it is told.
import { useTranslation } from "react-i18next";
import type { Entry } from "./api";

/** "Vous êtes la 5e personne de la liste", or whose place it is. */
export function useRankTitle({ rank, forAnother, learnerName }: Entry): string {
  const { t } = useTranslation();
  const count = rank ?? 1;
  return forAnother && learnerName
    ? t("waitlist.line.forOther", { count, name: learnerName })
    : t("waitlist.line.title", { count });
}

export function useOfferTitle({ forAnother, learnerName }: Entry): string {
  const { t } = useTranslation();
  return forAnother && learnerName
    ? t("waitlist.offer.titleFor", { name: learnerName })
    : t("waitlist.offer.title");
}
