// The arcade of the four languages: each arch is a link, its name stands in the patch of light under it.
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Taught, taught } from "../theme/language";
import styles from "./Doors.module.css";

/** The patches of light grow once a visit: whoever comes back finds them grown. */
let grown = false;

interface DoorsProps {
  /** Where a door leads. */
  to: (language: Taught) => string;
  /** What it says under the name; its line stays free while that is not known. */
  line: (language: Taught) => ReactNode;
}

export function Doors({ to, line }: DoorsProps) {
  const { t } = useTranslation();
  const [lit] = useState(grown);
  useEffect(() => {
    grown = true;
  }, []);
  return (
    <ul className={styles.doors} data-lit={lit || undefined}>
      {taught.map((language) => (
        <li key={language.key} className={styles.door} data-language={language.code}>
          <Link to={to(language)}>
            <img
              src={`/illustrations/arche-${language.slug}.svg`}
              alt=""
              width={280}
              height={360}
            />
            <span className={styles.ground}>
              <span className={styles.name}>{t(`languages.${language.code}`)}</span>
              <span className={styles.line}>{line(language) || "\u00a0"}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
