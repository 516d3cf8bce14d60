// From the opened checkout to the payment: how many got there, and what became of the others.
import { useTranslation } from "react-i18next";
import { number, percent } from "web-shared/format/format";
import type { Stats } from "./api";
import { Bar } from "./Bar";
import { duration, share } from "./figures";
import { Section } from "./Section";
import styles from "./Stats.module.css";

const STEPS = ["opened", "paid", "expired", "cancelled", "waiting"] as const;

export function Funnel({ funnel }: { funnel: Stats["funnel"] }) {
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
        header: [t("dashboard.stats.funnel.title"), t("dashboard.stats.funnel.count")],
        lines: STEPS.map((step) => [t(`dashboard.stats.funnel.${step}`), funnel[step]]),
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
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
