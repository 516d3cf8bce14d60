// A rating as stars, with the words that say the same.
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import styles from "./Stars.module.css";

const MOST = 5;

export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation();
  return (
    <span
      className={styles.stars}
      role="img"
      aria-label={t("testimonials.stars", { count: rating, most: MOST })}
    >
      {Array.from({ length: MOST }, (_, at) => (
        <Icon key={at} name={at < rating ? "star-fill" : "star"} size={22} />
      ))}
    </span>
  );
}
