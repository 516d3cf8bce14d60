// The doors of the front page: each leads to the courses of its language and says how many there are.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { wordOf } from "web-shared/languages";
import { Doors } from "web-shared/ui/Doors";
import { type Offer, summaryQuery } from "./api";

export function CourseDoors() {
  const { t } = useTranslation();
  const { data: summary } = useQuery(summaryQuery);

  /** "7 cours, A1 à C1" */
  function line(offer: Offer | undefined): string {
    const count = offer && t("home.offer", { count: offer.courses });
    const [from, to] = offer?.levels ?? [];
    const levels = from && to && t("home.levels", { from, to });
    return [count, levels].filter(Boolean).join(t("home.offerJoint"));
  }

  return (
    <Doors
      to={(language) => `/courses/${wordOf(language)}`}
      line={({ code }) => line(summary?.offers[code])}
    />
  );
}
