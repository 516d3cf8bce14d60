// The withdrawals, those that wait for a decision first; each is decided where its sale stands.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, moment, money } from "web-shared/format/format";
import { Tag } from "web-shared/ui/Tag";
import { DashboardPage } from "../../ui/DashboardPage";
import { type Column, Table } from "../../ui/Table";
import styles from "./Sales.module.css";
import { type WithdrawalEntry, withdrawalsQuery } from "./withdrawals";

export function WithdrawalsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(withdrawalsQuery);
  return (
    <DashboardPage
      title={t("dashboard.nav.withdrawals")}
      lead={t("dashboard.sales.withdrawals.lead")}
    >
      <Table
        caption={t("dashboard.nav.withdrawals")}
        columns={useColumns()}
        rows={data}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t("dashboard.sales.withdrawals.none")}
      />
    </DashboardPage>
  );
}

function useColumns(): Column<WithdrawalEntry>[] {
  const { t } = useTranslation();
  return [
    {
      id: "payer",
      place: "title",
      header: t("dashboard.sales.payer"),
      cell: ({ row: { original: row } }) => (
        <span className={styles.two}>
          <Link to={`/sales/reservations/${row.reservationId}`}>
            {row.payerName ?? row.payerEmail}
          </Link>
          <small lang="fr">{row.courseName}</small>
        </span>
      ),
    },
    {
      id: "declared",
      header: t("dashboard.sales.withdrawals.declared"),
      cell: ({ row: { original: row } }) => moment(row.declaredAt),
    },
    {
      id: "state",
      place: "tag",
      header: t("dashboard.sales.state"),
      cell: ({ row: { original: row } }) => (
        <span className={styles.two}>
          <Tag tone={row.outcome === "REQUESTED" ? "warning" : "neutral"}>
            {t(`dashboard.sales.withdrawals.is.${row.outcome}`)}
          </Tag>
          {row.outcome === "REQUESTED" && (
            <small>{t("dashboard.sales.withdrawals.dueBy", { day: day(row.dueBy) })}</small>
          )}
        </span>
      ),
    },
    {
      id: "paid",
      labelled: true,
      header: t("dashboard.courses.cancel.paid"),
      numeric: true,
      cell: ({ row: { original: row } }) => money(row.paid),
    },
    {
      id: "back",
      place: "aside",
      labelled: true,
      header: t("dashboard.sales.refunded"),
      numeric: true,
      cell: ({ row: { original: row } }) => {
        if (row.outcome === "REQUESTED" && row.left > 0) {
          return t("dashboard.sales.withdrawal.proposed", { amount: money(row.proposed) });
        }
        return money(row.returned);
      },
    },
  ];
}
