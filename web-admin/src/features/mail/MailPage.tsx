// The outbox for administrators: each mail with its state, its text, and the way to send it again.
import { Button, Modal, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { DashboardPage } from "../../ui/DashboardPage";
import { type Column, Pages, Table } from "../../ui/Table";
import { useChoice, usePage } from "../../ui/usePage";
import { type Mail, mailsQuery, SIZE, STATES, useResend } from "./api";
import styles from "./Mail.module.css";

const TONES: Record<Mail["status"], Tone> = {
  QUEUED: "neutral",
  SENT: "success",
  PARKED: "danger",
};

export function MailPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const [state, choose] = useChoice("status", STATES);
  const [read, setRead] = useState<Mail | null>(null);
  const { data, error, refetch } = useQuery({
    ...mailsQuery(state, page),
    placeholderData: keepPreviousData,
  });
  return (
    <DashboardPage title={t("dashboard.nav.mails")} lead={t("dashboard.mails.lead")}>
      {data && !data.mailLeaves && <Note tone="danger">{t("dashboard.mails.noneLeaves")}</Note>}
      <SegmentedControl
        className={styles.filter}
        aria-label={t("dashboard.mails.filter")}
        value={state}
        onChange={choose}
        data={STATES.map((value) => ({ value, label: t(`dashboard.mails.states.${value}`) }))}
      />
      <Table
        caption={t("dashboard.nav.mails")}
        columns={useColumns(setRead)}
        rows={data?.items}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t("dashboard.mails.none")}
      />
      {data && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
      <Reading mail={read} onClose={() => setRead(null)} />
    </DashboardPage>
  );
}

function useColumns(onRead: (mail: Mail) => void): Column<Mail>[] {
  const { t } = useTranslation();
  return [
    {
      id: "subject",
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
      header: t("dashboard.mails.recipient"),
      cell: ({ row: { original } }) => original.recipient,
    },
    {
      id: "written",
      header: t("dashboard.mails.written"),
      cell: ({ row: { original } }) => moment(original.createdAt),
    },
    {
      id: "state",
      header: t("dashboard.mails.state"),
      cell: ({ row: { original } }) => (
        <div>
          <Tag tone={TONES[original.status]}>{t(`dashboard.mails.is.${original.status}`)}</Tag>
          {original.status !== "SENT" && original.lastError && (
            <small className={styles.why}>{original.lastError}</small>
          )}
        </div>
      ),
    },
    {
      id: "actions",
      header: t("dashboard.table.actions"),
      cell: ({ row: { original } }) => original.status !== "QUEUED" && <Resend mail={original} />,
    },
  ];
}

function Resend({ mail }: { mail: Mail }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useResend();
  return (
    <Button
      variant="light"
      size="sm"
      loading={isPending}
      aria-label={t("dashboard.mails.resendTo", { name: mail.recipient })}
      onClick={() => mutate(mail.id)}
    >
      {t("dashboard.mails.resend")}
    </Button>
  );
}

function Reading({ mail, onClose }: { mail: Mail | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={mail !== null}
      onClose={onClose}
      size="lg"
      title={mail?.subject}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <p className={styles.text} lang={mail?.language}>
        {mail?.text}
      </p>
    </Modal>
  );
}
