// The doors of the front page: each leads to the courses of its language, and says how many of
// each type there are: online first, as the list behind it does.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLevels } from "web-shared/levels";
import { wordOf } from "web-shared/taughtLanguages";
import { Doors } from "web-shared/ui/Doors";
import { type Offer, summaryQuery } from "./api";

const within = (offer: Offer) => (level: string) => offer.levels.includes(level);

export function CourseDoors() {
  const { t } = useTranslation();
  const { data: summary } = useQuery(summaryQuery);
  const known = useLevels();
  const offers = new Map(summary?.offers.map((offer) => [offer.languageCode, offer]));

  /** "4 en ligne, 2 en présentiel, A1 à C1" */
  function line(offer: Offer | undefined): string {
    if (!offer) return "";
    const [from, to] = [known.find(within(offer)), known.findLast(within(offer))];
    const levels = from === to ? from : t("home.levels", { from, to });
    return [count(offer), levels].filter(Boolean).join(t("home.offerJoint"));
  }

  function count({ online, inPerson }: Offer): string {
    if (online > 0 && inPerson > 0) return t("home.offerBoth", { online, inPerson });
    if (online > 0) return t("home.offerOnline", { count: online });
    return t("home.offerInPerson", { count: inPerson });
  }

  return (
    <Doors
      to={(language) => {
        const type = offers.get(language.code)?.online === 0 ? "?type=IN_PERSON" : "";
        return `/courses/${wordOf(language)}${type}`;
      }}
      line={({ code }) => line(offers.get(code))}
    />
  );
}
