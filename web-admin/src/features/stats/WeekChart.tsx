// Bars week by week. The chart is for the eye: the table behind the switch says the same in words.
import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.layer.css";
import { day } from "web-shared/format/format";
import type { Stats } from "./api";
import styles from "./Stats.module.css";

type Week = Stats["weeks"][number];

interface WeekChartProps {
  title: string;
  weeks: Week[];
  series: { name: "revenue" | "bookings" | "free" | "granted"; label: string; color: string }[];
  format: (value: number) => string;
}

export function WeekChart({ title, weeks, series, format }: WeekChartProps) {
  return (
    <div className={styles.chart}>
      <h3>{title}</h3>
      <div aria-hidden="true">
        <BarChart
          h={240}
          data={weeks.map((week) => ({ ...week, week: day(week.monday, "medium") }))}
          dataKey="week"
          type="stacked"
          series={series}
          withLegend={series.length > 1}
          legendProps={{ verticalAlign: "bottom" }}
          tickLine="none"
          valueFormatter={format}
          yAxisProps={{ width: 64, allowDecimals: false, interval: 0 }}
          xAxisProps={{ minTickGap: 12, interval: "equidistantPreserveStart" }}
          barProps={{ isAnimationActive: false, maxBarSize: 36 }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
    </div>
  );
}
