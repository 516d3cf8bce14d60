// A word on a small ground: type (neutral), language (accent), status (its colour). The word always says it all.
import type { ReactNode } from "react";
import styles from "./signs.module.css";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger";

export function Tag({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
