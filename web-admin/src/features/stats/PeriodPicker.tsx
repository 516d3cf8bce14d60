// Which days the figures are of.
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { today } from "web-shared/format/format";
import { fieldError } from "web-shared/i18n/errors";
import { DayInput } from "web-shared/ui/DayInput";
import { PERIODS } from "./period";
import styles from "./Stats.module.css";
import type { Period } from "./usePeriod";

export function PeriodPicker({ period, error }: { period: Period; error: unknown }) {
  const { t } = useTranslation();
  const { typed, faults, type } = period;
  const calendar = { min: "2020-01-01", max: today() };
  const noDay = t("errors.invalid_date");
  return (
    <div className={styles.period}>
      <SegmentedControl
        aria-label={t("dashboard.stats.period")}
        value={period.name}
        onChange={period.choose}
        data={PERIODS.map((value) => ({ value, label: t(`dashboard.stats.periods.${value}`) }))}
      />
      {period.name === "free" && (
        <div className={styles.days}>
          <DayInput
            label={t("dashboard.stats.from")}
            value={typed.from}
            onChange={(day) => type("from", day)}
            error={faults.from ? noDay : fieldError(error, "from")}
            calendar={calendar}
          />
          <DayInput
            label={t("dashboard.stats.to")}
            value={typed.to}
            onChange={(day) => type("to", day)}
            error={
              faults.to
                ? noDay
                : faults.order
                  ? t("errors.end_before_start")
                  : fieldError(error, "to")
            }
            calendar={calendar}
          />
        </div>
      )}
    </div>
  );
}
