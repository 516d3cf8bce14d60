// The modules of a course as cards, in their order. One at a time opens on its chapters; the address says which.
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { ModuleRow } from "./courseModules";
import { ModuleCard } from "./ModuleCard";
import styles from "./ModuleCard.module.css";

interface ModuleCardsProps {
  rows: ModuleRow[];
  /** The language the texts are written in. */
  lang: string;
  /** At the right of a card: its button, its price. */
  aside: (row: ModuleRow) => ReactNode;
}

/** The parameter of the address. */
const OPEN = "module";

export function ModuleCards({ rows, lang, aside }: ModuleCardsProps) {
  const [query, setQuery] = useSearchParams();
  const open = query.get(OPEN);

  function toggle(id: string) {
    setQuery(
      (now) => {
        if (now.get(OPEN) === id) now.delete(OPEN);
        else now.set(OPEN, id);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <ol className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id}>
          <ModuleCard
            row={row}
            lang={lang}
            open={open === String(row.id)}
            onToggle={() => toggle(String(row.id))}
          >
            {aside(row)}
          </ModuleCard>
        </li>
      ))}
    </ol>
  );
}
