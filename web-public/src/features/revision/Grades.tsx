// How well it was known: four answers, each an arch lit as far.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Rating } from "./api";
import styles from "./Card.module.css";

/** In the order of their keys, 1 to 4. */
export const RATINGS: readonly Rating[] = ["AGAIN", "HARD", "GOOD", "EASY"];

const LIGHT: Record<Rating, string> = { AGAIN: "0%", HARD: "33%", GOOD: "66%", EASY: "100%" };

export function Grades({ onRate }: { onRate: (rating: Rating) => void }) {
  const { t } = useTranslation();
  const asked = useId();
  return (
    <fieldset className={styles.grades} aria-labelledby={asked}>
      <p id={asked}>{t("revision.known")}</p>
      <div>
        {RATINGS.map((rating, at) => (
          <button
            key={rating}
            type="button"
            aria-keyshortcuts={String(at + 1)}
            onClick={({ detail }) => detail < 2 && onRate(rating)}
          >
            <span aria-hidden="true" style={{ "--light": LIGHT[rating] } as object} />
            {t(`revision.ratings.${rating}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
