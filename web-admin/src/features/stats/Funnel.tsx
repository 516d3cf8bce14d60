// From the opened checkout to the payment: how many got there, and what became of the others.
import { useTranslation } from "react-i18next";
import { number, percent } from "web-shared/format/format";
import type { Stats } from "./api";
import { Bar } from "./Bar";
import { changeOf, duration, share } from "./figures";
import { Section } from "./Section";
import styles from "./Stats.module.css";
import { Trend } from "./Trend";

const STEPS = ["opened", "paid", "expired", "cancelled", "waiting"] as const;

type Steps = Stats["funnel"];

export function Funnel({ funnel, before }: { funnel: Steps; before: Steps }) {
  const { t } = useTranslation();
  const median = funnel.medianMinutes == null ? null : duration(funnel.medianMinutes);
  return (
    <Section
      title={t("dashboard.stats.funnel.title")}
      hint={
        median &&
        t(`dashboard.stats.funnel.median.${median.unit}`, {
          count: median.value,
          value: number(median.value),
        })
      }
      file={{
        name: "de-la-place-au-paiement",
        header: [
          t("dashboard.stats.funnel.title"),
          t("dashboard.stats.funnel.count"),
          t("dashboard.stats.before"),
        ],
        lines: STEPS.map((step) => [
          t(`dashboard.stats.funnel.${step}`),
          funnel[step],
          before[step],
        ]),
      }}
    >
      {funnel.opened === 0 ? (
        <p className={styles.none}>{t("dashboard.stats.funnel.none")}</p>
      ) : (
        <dl className={styles.steps}>
          {STEPS.map((step) => (
            <div key={step}>
              <dt>{t(`dashboard.stats.funnel.${step}`)}</dt>
              <dd>
                <Bar percent={share(funnel[step], funnel.opened)} />
                <span className={styles.counted}>
                  <strong>{number(funnel[step])}</strong>{" "}
                  <span>{percent(share(funnel[step], funnel.opened))}</span>
                </span>
              </dd>
              <dd className={styles.change}>
                <Trend
                  change={changeOf(funnel[step], before[step])}
                  then={t("dashboard.stats.then", {
                    value: countAndShare(before[step], before.opened),
                  })}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

/** "12 (30 %)"; a share of nothing is not said. */
function countAndShare(count: number, opened: number): string {
  return opened > 0 ? `${number(count)} (${percent(share(count, opened))})` : number(count);
}
