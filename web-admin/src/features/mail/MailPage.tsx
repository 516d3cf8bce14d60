// The outbox for administrators: each mail with its state, found by its recipient, read, and sent again.
import { Button, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { Pages } from "../../ui/Pages";
import { ResendMail } from "../../ui/ResendMail";
import { SearchField } from "../../ui/SearchField";
import { type Column, Table } from "../../ui/Table";
import { useChoice, usePage, useSought } from "../../ui/usePage";
import { useTestMail } from "../../ui/useResend";
import { type Mail, mailsQuery, SIZE, STATES } from "./api";
import styles from "./Mail.module.css";
import { MailState, Reading } from "./Reading";

export function MailPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const [state, choose] = useChoice("status", STATES);
  const q = useSought();
  const test = useTestMail();
  const [read, setRead] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    ...mailsQuery(state, q, page),
    placeholderData: keepPreviousData,
  });
  return (
    <DashboardPage
      title={t("dashboard.nav.mails")}
      lead={t("dashboard.mails.lead")}
      action={
        <Button variant="light" loading={test.isPending} onClick={() => test.mutate()}>
          {t("dashboard.mails.test")}
        </Button>
      }
    >
      {data && !data.mailLeaves && <Note tone="danger">{t("dashboard.mails.noneLeaves")}</Note>}
      <div className={styles.filters}>
        <SearchField label={t("dashboard.mails.search")} className={styles.search} />
        <SegmentedControl
          aria-label={t("dashboard.mails.filter")}
          value={state}
          onChange={choose}
          data={STATES.map((value) => ({ value, label: t(`dashboard.mails.states.${value}`) }))}
        />
      </div>
      <Table
        caption={t("dashboard.nav.mails")}
        columns={useColumns((mail) => setRead(mail.id))}
        rows={data?.items}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t(q ? "dashboard.mails.noneFound" : "dashboard.mails.none")}
      />
      {data && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
      <Reading mail={data?.items.find(({ id }) => id === read)} onClose={() => setRead(null)} />
    </DashboardPage>
  );
}

function useColumns(onRead: (mail: Mail) => void): Column<Mail>[] {
  const { t } = useTranslation();
  return [
    {
      id: "subject",
      place: "title",
      header: t("dashboard.mails.subject"),
      cell: ({ row: { original } }) => (
        <button
          type="button"
          className={styles.subject}
          lang={original.language}
          onClick={() => onRead(original)}
        >
          {original.subject}
        </button>
      ),
    },
    {
      id: "recipient",
      long: true,
      header: t("dashboard.mails.recipient"),
      card: ({ recipientName, recipient }) =>
        recipientName ? `${recipientName} (${recipient})` : recipient,
      cell: ({ row: { original } }) => (
        <div>
          {original.recipientName && <b>{original.recipientName}</b>}
          <span className={styles.address}>{original.recipient}</span>
        </div>
      ),
    },
    {
      id: "written",
      header: t("dashboard.mails.written"),
      cell: ({ row: { original } }) => moment(original.createdAt),
      card: ({ createdAt }) => moment(createdAt, "medium"),
    },
    {
      id: "state",
      place: "tag",
      header: t("dashboard.mails.state"),
      cell: ({ row: { original } }) => <MailState mail={original} />,
    },
    {
      id: "actions",
      place: "actions",
      single: true,
      header: t("dashboard.table.actions"),
      cell: ({ row: { original } }) =>
        original.status !== "QUEUED" && <ResendMail mail={original} />,
    },
  ];
}
