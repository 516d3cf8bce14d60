// The sums of the period, each beside the same sum of the period before.
import { useTranslation } from "react-i18next";
import { number, price } from "web-shared/format/format";
import type { Sales } from "./api";
import { changeOf } from "./figures";
import styles from "./Stats.module.css";
import { Trend } from "./Trend";

const SUMS = ["revenue", "bookings", "refunded", "given"] as const;
type Sum = (typeof SUMS)[number];

export function Headline({ sales, before }: { sales: Sales; before: Sales }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.headline}>
      {SUMS.map((sum) => (
        <div key={sum}>
          <dt>{t(`dashboard.stats.sums.${sum}`)}</dt>
          <dd className={styles.sum}>{shown(sum, sales)}</dd>
          <dd className={styles.change}>
            <Trend
              change={changeOf(valueIn(sum, sales), valueIn(sum, before))}
              then={t("dashboard.stats.then", { value: shown(sum, before) })}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function valueIn(sum: Sum, sales: Sales): number {
  return sum === "given" ? sales.free + sales.granted : sales[sum];
}

function shown(sum: Sum, sales: Sales): string {
  const value = valueIn(sum, sales);
  return sum === "revenue" || sum === "refunded" ? price(value) : number(value);
}
