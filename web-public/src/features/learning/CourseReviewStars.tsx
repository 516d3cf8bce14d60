// One to five stars: radio buttons that look like stars.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./CourseReview.module.css";

interface CourseReviewStarsProps {
  value: number;
  most: number;
  error?: string | undefined;
  /** What was chosen is on its way. */
  busy: boolean;
  onChange: (value: number) => void;
}

export function CourseReviewStars({ value, most, error, busy, onChange }: CourseReviewStarsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles.rating} disabled={busy} aria-describedby={error && id}>
      <legend>{t("learning.review.rating")}</legend>
      <div className={styles.stars}>
        {Array.from({ length: most }, (_, at) => at + 1).map((stars) => (
          <label key={stars} data-lit={stars <= value || undefined}>
            <input
              type="radio"
              name={id}
              className="hidden"
              checked={stars === value}
              data-autofocus={stars === value || undefined}
              onChange={() => onChange(stars)}
            />
            <span className="hidden">{t("testimonials.stars", { count: stars, most })}</span>
            <Icon name={stars <= value ? "star-fill" : "star"} size={32} />
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
