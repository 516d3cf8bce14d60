// The small signs of the school: tag, plaque, niche.
import type { ReactNode } from "react";
import styles from "./signs.module.css";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger";

/** A word on a small ground: type (neutral), language (accent), status (its colour). The word always says it all. */
export function Tag({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}

/** A level, hung on the wall above its arch, or standing in a small one where there is no picture. */
export function Plaque({ level, niche = false }: { level: string; niche?: boolean }) {
  return <span className={niche ? styles.niche : styles.plaque}>{level}</span>;
}
