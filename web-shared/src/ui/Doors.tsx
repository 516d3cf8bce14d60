// The arcade of the languages: each arch is a link, its name stands in the patch of light under it.
import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { labelOf, picturesOf, type Taught, useLanguages } from "../taughtLanguages";
import styles from "./Doors.module.css";

/** The patches of light grow once a visit: whoever comes back finds them grown. */
let grown = false;

/** Doors in a row, on a wide screen: no row with one door alone. */
function columnsOf(count: number): number {
  if (count <= 5) return Math.max(count, 4);
  return count % 3 === 0 || count % 4 === 1 ? 3 : 4;
}

interface DoorsProps {
  /** Where a door leads. */
  to: (language: Taught) => string;
  /** What it says under the name; its line stays free while that is not known. */
  line: (language: Taught) => ReactNode;
}

export function Doors({ to, line }: DoorsProps) {
  useTranslation(); // names change with the language of the interface
  const languages = useLanguages();
  const [lit] = useState(grown);
  useEffect(() => {
    grown = true;
  }, []);
  return (
    <ul
      className={styles.doors}
      data-lit={lit || undefined}
      style={{ "--columns": columnsOf(languages.all.length) } as CSSProperties}
    >
      {languages.all.map((language) => (
        <li key={language.code} className={styles.door} data-language={language.code}>
          <Link to={to(language)}>
            <img
              src={`/illustrations/arche-${picturesOf(language.code)}.svg`}
              alt=""
              width={280}
              height={360}
            />
            <span className={styles.ground}>
              <span className={styles.name}>{labelOf(language)}</span>
              <span className={styles.line}>{line(language) || "\u00a0"}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
