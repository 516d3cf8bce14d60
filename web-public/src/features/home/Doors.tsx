// The arcade of the four languages: each arch is a link, its name stands in the patch of light under it.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { taught } from "web-shared/theme/language";
import { type Offer, summaryQuery } from "./api";
import styles from "./Doors.module.css";

/** The patches of light grow once a visit: whoever comes back finds them grown. */
let grown = false;

export function Doors() {
  const { t } = useTranslation();
  const { data: summary } = useQuery(summaryQuery);
  const [lit] = useState(grown);
  useEffect(() => {
    grown = true;
  }, []);
  return (
    <ul className={styles.doors} data-lit={lit || undefined}>
      {taught.map(({ key, code, slug }) => (
        <li key={key} className={styles.door} data-language={code}>
          <Link to={`/courses/${key.toLowerCase()}`}>
            <img src={`/illustrations/arche-${slug}.svg`} alt="" width={280} height={360} />
            <span className={styles.ground}>
              <span className={styles.name}>{t(`languages.${code}`)}</span>
              <OfferLine offer={summary?.offers[code]} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** "7 cours, A1 à C1"; an empty line of the same height while nothing is known. */
function OfferLine({ offer }: { offer: Offer | undefined }) {
  const { t } = useTranslation();
  const count = offer && t("home.offer", { count: offer.courses });
  const levels = offer?.levels && t("home.levels", { from: offer.levels[0], to: offer.levels[1] });
  const line = [count, levels].filter(Boolean).join(t("home.offerJoint"));
  return <span className={styles.levels}>{line || "\u00a0"}</span>;
}
