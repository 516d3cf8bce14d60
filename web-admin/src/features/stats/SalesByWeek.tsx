// Money and bookings week by week: two charts, and behind a switch the same as a table.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { day, number, price } from "web-shared/format/format";
import { decimal } from "../../ui/csv";
import { type Column, Table } from "../../ui/Table";
import type { Stats } from "./api";
import { changeOf } from "./figures";
import { Section } from "./Section";
import styles from "./Stats.module.css";
import { Trend } from "./Trend";
import { WeekChart } from "./WeekChart";

type Week = Stats["weeks"][number];

export function SalesByWeek({ weeks }: { weeks: Week[] }) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  return (
    <Section
      title={t("dashboard.stats.weeks.title")}
      hint={t("dashboard.stats.weeks.hint")}
      action={
        <Button variant="light" size="sm" onClick={() => setAsTable(!asTable)}>
          {t(asTable ? "dashboard.stats.asChart" : "dashboard.stats.asTable")}
        </Button>
      }
      file={{
        name: "ventes-par-semaine",
        header: [
          t("dashboard.stats.weeks.week"),
          t("dashboard.stats.sums.revenue"),
          t("dashboard.stats.sums.refunded"),
          t("dashboard.stats.weeks.paid"),
          t("dashboard.stats.weeks.free"),
          t("dashboard.stats.weeks.granted"),
        ],
        lines: weeks.map((week) => [
          week.monday,
          decimal(week.revenue),
          decimal(week.refunded),
          week.bookings,
          week.free,
          week.granted,
        ]),
      }}
    >
      {asTable ? <Weeks weeks={weeks} /> : <Charts weeks={weeks} />}
    </Section>
  );
}

function Charts({ weeks }: { weeks: Week[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.charts}>
      <WeekChart
        title={t("dashboard.stats.sums.revenue")}
        weeks={weeks}
        series={[{ name: "revenue", label: t("dashboard.stats.sums.revenue"), color: "encre.7" }]}
        format={price}
      />
      <WeekChart
        title={t("dashboard.stats.weeks.bookings")}
        weeks={weeks}
        series={[
          { name: "bookings", label: t("dashboard.stats.weeks.paid"), color: "encre.7" },
          { name: "free", label: t("dashboard.stats.weeks.free"), color: "mimosa.5" },
          { name: "granted", label: t("dashboard.stats.weeks.granted"), color: "encre.3" },
        ]}
        format={number}
      />
    </div>
  );
}

function Weeks({ weeks }: { weeks: Week[] }) {
  const { t } = useTranslation();
  type Name = "revenue" | "refunded" | "bookings" | "free" | "granted";
  const figure = (name: Name, header: string, shown = number): Column<Week> => ({
    id: name,
    header,
    numeric: true,
    labelled: true,
    cell: ({ row: { original: week } }) => (
      <span className={styles.compared}>
        {shown(week[name])}{" "}
        <Trend
          short
          change={changeOf(week[name], week.before[name])}
          then={t("dashboard.stats.weeks.then", { value: shown(week.before[name]) })}
        />
      </span>
    ),
  });
  const sum = (name: "revenue" | "refunded") =>
    figure(name, t(`dashboard.stats.sums.${name}`), price);
  const columns: Column<Week>[] = [
    {
      id: "monday",
      place: "title",
      header: t("dashboard.stats.weeks.week"),
      cell: ({ row: { original } }) => day(original.monday),
    },
    sum("revenue"),
    sum("refunded"),
    figure("bookings", t("dashboard.stats.weeks.paid")),
    figure("free", t("dashboard.stats.weeks.free")),
    figure("granted", t("dashboard.stats.weeks.granted")),
  ];
  return (
    <Table
      caption={t("dashboard.stats.weeks.title")}
      columns={columns}
      rows={weeks}
      keyOf={({ monday }) => monday}
      error={null}
      onRetry={() => {}}
      empty={null}
      size="medium"
    />
  );
}
