// What people wrote to the school: answered from the reader's own mail program, then marked as handled.
import { Button, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { day, moment } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import { DashboardPage } from "../../ui/DashboardPage";
import { Pages } from "../../ui/Pages";
import { notifyUndo } from "../../ui/undo";
import { useChoice, usePage } from "../../ui/usePage";
import { answerAddress, type Message, messagesQuery, SIZE, STATES, useHandled } from "./api";
import styles from "./Inbox.module.css";

export function InboxPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const [state, choose] = useChoice("state", STATES);
  const { data, error, refetch } = useQuery({
    ...messagesQuery(state, page),
    placeholderData: keepPreviousData,
  });
  return (
    <DashboardPage title={t("dashboard.nav.messages")}>
      <SegmentedControl
        className={styles.filter}
        aria-label={t("dashboard.inbox.filter")}
        value={state}
        onChange={choose}
        data={STATES.map((value) => ({ value, label: t(`dashboard.inbox.states.${value}`) }))}
      />
      {data ? (
        <Messages messages={data.items} />
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
      {data && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
    </DashboardPage>
  );
}

function Messages({ messages }: { messages: Message[] }) {
  const { t } = useTranslation();
  if (messages.length === 0) return <p className={styles.none}>{t("dashboard.inbox.none")}</p>;
  return (
    <ul className={styles.messages}>
      {messages.map((message) => (
        <li key={message.id}>
          <One message={message} />
        </li>
      ))}
    </ul>
  );
}

function One({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useHandled();
  const { id, name, email, subject, to, wishedDate, wishedTime, handled } = message;
  return (
    <article className={styles.message} data-handled={handled || undefined}>
      <header>
        <h2>{subject || t("dashboard.inbox.noSubject")}</h2>
        <Tag tone={handled ? "success" : "warning"}>
          {t(`dashboard.inbox.${handled ? "isHandled" : "isOpen"}`)}
        </Tag>
      </header>
      <p className={styles.from}>
        {name} · {email} · {moment(message.createdAt)}
      </p>
      {to && <p className={styles.from}>{t("dashboard.inbox.to", { name: to })}</p>}
      {wishedDate && (
        <p className={styles.from}>
          {t("dashboard.inbox.wish", { day: day(wishedDate), time: wishedTime ?? "" })}
        </p>
      )}
      <p className={styles.text}>{message.message}</p>
      <div className={styles.actions}>
        <Button
          component="a"
          href={answerAddress(message)}
          variant="light"
          size="sm"
          leftSection={<Icon name="arrow-u-up-left" />}
        >
          {t("dashboard.inbox.answer")}
        </Button>
        <Button
          variant="subtle"
          size="sm"
          loading={isPending}
          onClick={() =>
            void mutateAsync({ id, handled: !handled }).then(
              () =>
                notifyUndo(t(`dashboard.inbox.${handled ? "reopened" : "wasHandled"}`), () =>
                  mutateAsync({ id, handled }),
                ),
              () => notifyFailure(t("dashboard.inbox.failed")),
            )
          }
        >
          {t(`dashboard.inbox.${handled ? "reopen" : "handle"}`)}
        </Button>
      </div>
    </article>
  );
}
