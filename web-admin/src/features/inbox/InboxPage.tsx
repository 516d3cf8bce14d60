// What people wrote to the school: answered here, or from the reader's own mail program and then marked as handled.
import { SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSession } from "web-shared/api/session";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { Pages } from "../../ui/Pages";
import { useChoice, usePage } from "../../ui/usePage";
import { messagesQuery, SIZE, STATES } from "./api";
import { useDrafts, withAnswered } from "./drafts";
import styles from "./Inbox.module.css";
import { MessageCard } from "./MessageCard";

export function InboxPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const [state, choose] = useChoice("state", STATES);
  const drafts = useDrafts();
  const { data, error, refetch } = useQuery({
    ...messagesQuery(state, page),
    placeholderData: keepPreviousData,
  });
  const teacher = useSession()?.user.role === "TEACHER";
  const messages = data && withAnswered(data.items, drafts);
  return (
    <DashboardPage
      title={t("dashboard.nav.messages")}
      lead={teacher && t("dashboard.inbox.ofTeacher")}
    >
      <SegmentedControl
        className={styles.filter}
        aria-label={t("dashboard.inbox.filter")}
        value={state}
        onChange={choose}
        data={STATES.map((value) => ({ value, label: t(`dashboard.inbox.states.${value}`) }))}
      />
      {messages ? (
        <ul className={styles.messages}>
          {messages.map((message) => (
            <li key={message.id}>
              <MessageCard message={message} drafts={drafts} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
      {messages?.length === 0 && <p className={styles.none}>{t("dashboard.inbox.none")}</p>}
      {data && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
      <LeaveGuard
        unsaved={drafts.open.some(({ text }) => text.trim())}
        onLeave={() => drafts.closeAll()}
      />
    </DashboardPage>
  );
}
