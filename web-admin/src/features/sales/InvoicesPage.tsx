// Invoices and credit notes, the newest first: found by their days, each as PDF, all of a period for the accountant.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, dayOf, money } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { PaperLink } from "web-shared/ui/Papers";
import { DashboardPage } from "../../ui/DashboardPage";
import { countOf, DaysBetween, FilterBar } from "../../ui/FilterBar";
import { Pages } from "../../ui/Pages";
import { type Column, Table } from "../../ui/Table";
import { useKept, usePage } from "../../ui/usePage";
import { DayChoice } from "./Filters";
import { invoicesQuery, type ListedInvoice, type Period, SIZE, useExport } from "./invoices";
import styles from "./Sales.module.css";

export function InvoicesPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const [{ from, to }, keep] = useKept(["from", "to"]);
  const period = { from, to };
  const { data, error, refetch } = useQuery({
    ...invoicesQuery(period, page),
    placeholderData: keepPreviousData,
  });
  return (
    <DashboardPage
      title={t("dashboard.nav.invoices")}
      lead={t("dashboard.invoices.lead")}
      action={<ExportPeriod period={period} />}
    >
      <FilterBar active={countOf(period)} onReset={() => keep({ from: "", to: "" })}>
        <DaysBetween>
          <DayChoice
            label={t("dashboard.sales.from")}
            value={from}
            onChange={(from) => keep({ from })}
          />
          <DayChoice label={t("dashboard.sales.to")} value={to} onChange={(to) => keep({ to })} />
        </DaysBetween>
      </FilterBar>
      <Table
        caption={t("dashboard.nav.invoices")}
        columns={useColumns()}
        rows={error ? undefined : data?.items}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t(from || to ? "dashboard.invoices.noneThen" : "dashboard.invoices.none")}
      />
      {data && !error && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
    </DashboardPage>
  );
}

function ExportPeriod({ period }: { period: Period }) {
  const { t } = useTranslation();
  const file = useExport();
  return (
    <Button
      variant="outline"
      loading={file.isPending}
      leftSection={<Icon name="download-simple" />}
      onClick={() => file.mutate(period)}
    >
      {t("dashboard.invoices.export")}
    </Button>
  );
}

function useColumns(): Column<ListedInvoice>[] {
  const { t } = useTranslation();
  return [
    {
      id: "number",
      place: "title",
      header: t("dashboard.invoices.paper"),
      cell: ({ row: { original } }) => (
        <div className={styles.two}>
          <PaperLink paper={original} />
          {original.creditedNumber && (
            <small>{t("dashboard.invoices.credits", { number: original.creditedNumber })}</small>
          )}
        </div>
      ),
    },
    {
      id: "issued",
      header: t("dashboard.invoices.issued"),
      cell: ({ row: { original } }) => day(dayOf(original.issuedAt), "short"),
    },
    {
      id: "buyer",
      long: true,
      header: t("dashboard.invoices.buyer"),
      cell: ({ row: { original } }) => (
        <div className={styles.two}>
          <Link to={`/sales/reservations/${original.reservationId}`}>{original.buyerName}</Link>
          <small lang="fr">{original.courseName}</small>
        </div>
      ),
    },
    {
      id: "means",
      place: "tag",
      header: t("dashboard.sales.method"),
      cell: ({ row: { original } }) => t(`dashboard.sales.means.${original.means}`),
    },
    {
      id: "total",
      place: "aside",
      header: t("dashboard.sales.amount"),
      numeric: true,
      cell: ({ row: { original } }) => (
        <b>
          {original.kind === "CREDIT_NOTE" && "−"}
          {money(original.total)}
        </b>
      ),
    },
  ];
}
