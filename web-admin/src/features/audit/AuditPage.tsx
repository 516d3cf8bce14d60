// What staff did, the newest first: who, when, what, and at a press what stood there before and after.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { moment } from "web-shared/format/format";
import { DashboardPage } from "../../ui/DashboardPage";
import { Pages } from "../../ui/Pages";
import { type Column, Table } from "../../ui/Table";
import { usePage } from "../../ui/usePage";
import styles from "./Audit.module.css";
import { AuditFilters } from "./AuditFilters";
import { type Entry, journalQuery, SIZE } from "./api";
import { Comparison } from "./Comparison";
import { addressOf, sentenceOf } from "./sentences";
import { useFilters } from "./useFilters";

export function AuditPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const filters = useFilters();
  const [opened, setOpened] = useState<Entry | null>(null);
  const { data, error, refetch } = useQuery({
    ...journalQuery(filters.asked, page),
    placeholderData: keepPreviousData,
  });
  return (
    <DashboardPage title={t("dashboard.nav.audit")} lead={t("dashboard.audit.lead")}>
      <AuditFilters filters={filters} writers={data?.writers ?? []} />
      <Table
        caption={t("dashboard.nav.audit")}
        columns={useColumns(setOpened)}
        rows={error ? undefined : data?.items}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t(filters.any ? "dashboard.audit.noneSuch" : "dashboard.audit.none")}
      />
      {data && !error && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
      <Comparison entry={opened} onClose={() => setOpened(null)} />
    </DashboardPage>
  );
}

function useColumns(onOpen: (entry: Entry) => void): Column<Entry>[] {
  const { t } = useTranslation();
  return [
    {
      id: "at",
      header: t("dashboard.audit.when"),
      cell: ({ row: { original } }) => (
        <time className={styles.when} dateTime={original.at}>
          {moment(original.at)}
        </time>
      ),
    },
    {
      id: "who",
      long: true,
      header: t("dashboard.audit.who"),
      card: ({ role }) => t(`dashboard.roles.${role}`),
      cell: ({ row: { original } }) => (
        <>
          {original.userName ?? t("dashboard.audit.left")}
          <small className={styles.role}>{t(`dashboard.roles.${original.role}`)}</small>
        </>
      ),
    },
    {
      id: "what",
      place: "title",
      long: true,
      header: t("dashboard.audit.what"),
      cell: ({ row: { original } }) => <Done entry={original} />,
      card: (entry) => <Done entry={entry} who={entry.userName ?? t("dashboard.audit.left")} />,
    },
    {
      id: "actions",
      place: "actions",
      single: true,
      header: t("dashboard.table.actions"),
      cell: ({ row: { original } }) =>
        (original.before || original.after) && (
          <Button
            variant="light"
            size="sm"
            aria-label={t("dashboard.audit.openOf", { what: sentenceOf(original).what })}
            onClick={() => onOpen(original)}
          >
            {t("dashboard.audit.open")}
          </Button>
        ),
    },
  ];
}

/** With who did it, where that has no column. */
function Done({ entry, who }: { entry: Entry; who?: string }) {
  const { did, what } = sentenceOf(entry);
  const address = addressOf(entry);
  return (
    <p className={styles.done}>
      {who} {did} {address ? <Link to={address}>{what}</Link> : <strong>{what}</strong>}
    </p>
  );
}
