// One message of the inbox: what was written, what was answered, and what one can do with it.
import { Anchor, Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { clock, day, moment } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { Tag } from "web-shared/ui/Tag";
import { notifyUndo } from "web-shared/ui/undo";
import { useFocusLeft } from "web-shared/ui/useFocusBack";
import { answerAddress, type Message, useHandled } from "./api";
import type { Drafts } from "./drafts";
import styles from "./Inbox.module.css";
import { Replies } from "./Replies";
import { ReplyForm } from "./ReplyForm";

export function MessageCard({ message, drafts }: { message: Message; drafts: Drafts }) {
  const { t } = useTranslation();
  const { name, email, subject, to, wishedDate, wishedTime, handled, classMessage } = message;
  const draft = drafts.of(message.id);
  const answer = useAnswerButton(draft !== undefined);
  useFocusLeft();
  return (
    <article className={styles.message} data-handled={handled || undefined}>
      <header>
        <h2>{subject || t("dashboard.inbox.noSubject")}</h2>
        <Tag tone={handled ? "success" : "warning"}>
          {t(`dashboard.inbox.${handled ? "isHandled" : "isOpen"}`)}
        </Tag>
      </header>
      <p className={styles.from}>
        {[name, email, moment(message.createdAt)].filter(Boolean).join(" · ")}
      </p>
      {to && <p className={styles.from}>{t("dashboard.inbox.to", { name: to })}</p>}
      {wishedDate && (
        <p className={styles.from}>
          {t("dashboard.inbox.wish", {
            day: day(wishedDate),
            time: wishedTime ? clock(wishedTime) : "",
          })}
        </p>
      )}
      {classMessage && (
        <p className={styles.from}>{t("dashboard.inbox.ofClass", { text: classMessage })}</p>
      )}
      <p className={styles.text}>{message.message}</p>
      <Replies message={message} />
      {draft ? (
        <ReplyForm message={message} draft={draft} drafts={drafts} />
      ) : (
        <div className={styles.actions}>
          <Button
            ref={answer}
            variant="light"
            size="sm"
            leftSection={<Icon name="arrow-u-up-left" />}
            onClick={() => drafts.begin(message)}
          >
            {t("dashboard.inbox.answer")}
          </Button>
          <Handling message={message} />
          {email && (
            <Anchor className={styles.elsewhere} href={answerAddress(message, email)}>
              {t("dashboard.inbox.elsewhere")}
            </Anchor>
          )}
        </div>
      )}
    </article>
  );
}

/** The button that began an answer gets the focus back when the form is closed. */
function useAnswerButton(answering: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(answering);
  useEffect(() => {
    if (before.current && !answering) button.current?.focus();
    before.current = answering;
  }, [answering]);
  return button;
}

function Handling({ message: { id, handled } }: { message: Message }) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useHandled();
  const turn = () =>
    mutateAsync({ id, handled: !handled }).then(
      ({ version }) =>
        notifyUndo(t(`dashboard.inbox.${handled ? "reopened" : "wasHandled"}`), () =>
          mutateAsync({ id, handled, version }),
        ),
      () => notifyFailure(t("dashboard.inbox.failed")),
    );
  return (
    <Button variant="subtle" size="sm" loading={isPending} onClick={() => void turn()}>
      {t(`dashboard.inbox.${handled ? "reopen" : "handle"}`)}
    </Button>
  );
}
