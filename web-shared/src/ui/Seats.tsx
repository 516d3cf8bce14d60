// The places of a class: one small arch each, filled when taken, and the sentence that says the same.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./measures.module.css";

const MOST_DRAWN = 12;

/** `left` null: no limit, nothing to show. */
export function Seats({ left, capacity }: { left?: number | null; capacity?: number | null }) {
  const { t } = useTranslation();
  if (left === null || left === undefined) return null;
  return (
    <SeatArches taken={(capacity ?? 0) - left} capacity={capacity ?? 0}>
      {left <= 0
        ? t("seats.full")
        : capacity && left > 1
          ? t("seats.ofTotal", { left, capacity })
          : t("seats.left", { count: left })}
    </SeatArches>
  );
}

interface SeatArchesProps {
  taken: number;
  capacity: number;
  children: ReactNode;
}

/** The arches, and the sentence in its own words. */
export function SeatArches({ taken, capacity, children }: SeatArchesProps) {
  const drawn = capacity <= MOST_DRAWN ? capacity : 0;
  return (
    <span className={styles.seats}>
      {drawn > 0 && (
        <span aria-hidden="true">
          {Array.from({ length: drawn }, (_, place) => (
            <span key={place} className={styles.seat} data-taken={place < taken || undefined} />
          ))}
        </span>
      )}
      <span>{children}</span>
    </span>
  );
}
