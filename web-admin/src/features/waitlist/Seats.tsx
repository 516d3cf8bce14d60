// The seats of a course: an arch each, those on offer half lit, and the sentence that says the same.
import { useTranslation } from "react-i18next";
import styles from "./Waitlist.module.css";

const MOST_DRAWN = 12;

interface SeatsProps {
  capacity: number;
  /** Neither assigned nor offered. */
  free: number;
  offered: number;
}

export function Seats({ capacity, free, offered }: SeatsProps) {
  const { t } = useTranslation();
  const taken = Math.max(0, capacity - free - offered);
  const parts = [
    [taken, t("dashboard.waitlist.taken", { count: taken })],
    [offered, t("dashboard.waitlist.offered", { count: offered })],
    [free, t("dashboard.waitlist.free", { count: free, capacity })],
  ] as const;
  return (
    <div className={styles.seats}>
      {capacity <= MOST_DRAWN && (
        <span className={styles.arches} aria-hidden="true">
          {Array.from({ length: capacity }, (_, place) => (
            <i key={place} data-is={stateOf(place, taken, offered)} />
          ))}
        </span>
      )}
      <p>
        {parts.map(([count, words]) => (
          <span key={words}>
            <b>{count}</b> {words}{" "}
          </span>
        ))}
      </p>
    </div>
  );
}

function stateOf(place: number, taken: number, offered: number) {
  if (place < taken) return "taken";
  return place < taken + offered ? "offered" : undefined;
}
