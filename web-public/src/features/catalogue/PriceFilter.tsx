// The most one would pay for a course: a slider over the prices there are.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { price } from "web-shared/format/format";
import type { CourseFiltersProps } from "./CourseFilters";
import styles from "./CourseFilters.module.css";
import { PRICE_STEP, pricesOf } from "./filters";

export function PriceFilter({ filters, courses, onChange }: CourseFiltersProps) {
  const { t } = useTranslation();
  const id = useId();
  const prices = courses && pricesOf(courses);
  const { mostPrice } = filters;
  const said =
    mostPrice === undefined
      ? t("catalogue.anyPrice")
      : t("catalogue.upTo", { price: price(mostPrice) });
  return (
    <div className={styles.price}>
      <label htmlFor={id} className={styles.title}>
        {t("catalogue.price")}
      </label>
      <output htmlFor={id}>{said}</output>
      <input
        id={id}
        type="range"
        min={prices?.least ?? 0}
        max={prices?.most ?? 0}
        step={PRICE_STEP}
        disabled={!prices}
        value={mostPrice ?? prices?.most ?? 0}
        aria-valuetext={said}
        onChange={(event) => {
          const euros = event.currentTarget.valueAsNumber;
          const limit = prices && euros < prices.most ? euros : undefined;
          onChange({ mostPrice: limit }, mostPrice !== undefined);
        }}
      />
    </div>
  );
}
