// How a figure compares with the one of the period before: a sign for the eye, the same in words for those who hear it.
import { useTranslation } from "react-i18next";
import { percent } from "web-shared/format/format";
import type { Change } from "./figures";
import styles from "./Stats.module.css";

interface TrendProps {
  change: Change;
  /** What stood there before, in words. */
  then: string;
  /** Only the sign is seen: where figures stand close together. */
  short?: boolean;
}

export function Trend({ change: { kind, by, unit }, then, short = false }: TrendProps) {
  const { t } = useTranslation();
  const amount = unit === "percent" ? percent(by) : t("dashboard.stats.trend.points", { by });
  const signs = {
    up: `+${amount}`,
    down: `−${amount}`,
    same: "=",
    beyond: `> +${amount}`,
    none: "—",
  };
  return (
    <span className={styles.trend} title={short ? then : undefined}>
      <span aria-hidden="true">{signs[kind]}</span>
      <span className="hidden">
        {t(`dashboard.stats.trend.${kind}`, { amount })}
        {short && ` · ${then}`}
      </span>
      {!short && ` · ${then}`}
    </span>
  );
}
