// The school in figures, for administrators: sales, seats, where buyers stop, how far learners come, whose access ends.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { day } from "web-shared/format/format";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { Attendance } from "./Attendance";
import { type Stats, statsQuery } from "./api";
import { Expiring } from "./Expiring";
import { Following } from "./Following";
import { Funnel } from "./Funnel";
import { Headline } from "./Headline";
import { PeriodPicker } from "./PeriodPicker";
import type { Days } from "./period";
import { SalesByWeek } from "./SalesByWeek";
import { Seats } from "./Seats";
import styles from "./Stats.module.css";
import { usePeriod } from "./usePeriod";

export function StatsPage() {
  const { t } = useTranslation();
  const period = usePeriod();
  const { data, error, refetch } = useQuery({
    ...statsQuery(period.days),
    placeholderData: keepPreviousData,
  });
  return (
    <DashboardPage
      title={t("dashboard.nav.stats")}
      lead={t("dashboard.stats.lead", { from: day(period.days.from), to: day(period.days.to) })}
    >
      <PeriodPicker period={period} error={error} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Figures stats={data} days={period.days} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

function Figures({ stats, days }: { stats: Stats; days: Days }) {
  return (
    <div className={styles.figures}>
      <Headline sales={stats.sales} before={stats.salesBefore} />
      <SalesByWeek weeks={stats.weeks} />
      <Funnel funnel={stats.funnel} before={stats.funnelBefore} />
      <Seats courses={stats.courses} />
      <Following modules={stats.modules} />
      <Attendance courses={stats.attendance} days={days} />
      <Expiring all={stats.expiring} />
    </div>
  );
}
