// The answer to a message, mailed to its sender. What is typed stays until it has left.
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentOf } from "web-shared/api/problem";
import { number } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { Note } from "web-shared/ui/Scene";
import { notifyUndo } from "web-shared/ui/undo";
import { LONGEST_REPLY, type Message, useHandled, useReply } from "./api";
import type { Draft, Drafts } from "./drafts";
import styles from "./Inbox.module.css";

interface ReplyFormProps {
  message: Message;
  draft: Draft;
  drafts: Drafts;
}

export function ReplyForm({ message, draft, drafts }: ReplyFormProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const { submit, isPending, error, wrong } = useSubmit(message, draft.text, drafts, field);
  const [leaving, setLeaving] = useState(false);
  const { id, name } = message;
  const email = message.email ?? name;
  const max = number(LONGEST_REPLY);
  const close = () => drafts.close(id);
  return (
    <form className={styles.reply} onSubmit={submit} noValidate>
      <Textarea
        ref={field}
        label={t("dashboard.inbox.reply")}
        description={t("dashboard.inbox.replyNote", { email, max })}
        autosize
        minRows={5}
        maxRows={16}
        required
        withAsterisk={false}
        readOnly={isPending}
        value={draft.text}
        onChange={(event) => drafts.type(id, event.currentTarget.value)}
        error={wrong}
        data-autofocus
        autoFocus={draft.text === ""}
      />
      <div role="alert">
        <Meanwhile message={message} draft={draft} error={error} />
        {Boolean(error) && !currentOf(error) && !fieldError(error, "text") && (
          <Note tone="danger">
            {t("dashboard.inbox.replyFailed")} {errorText(error)}
          </Note>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" size="sm" loading={isPending}>
          {t("dashboard.inbox.sendReply")}
        </Button>
        <Button
          variant="subtle"
          size="sm"
          disabled={isPending}
          onClick={() => (draft.text.trim() ? setLeaving(true) : close())}
        >
          {t("profile.cancel")}
        </Button>
      </div>
      <Confirm
        opened={leaving}
        title={t("dashboard.inbox.giveUp")}
        action={t("dashboard.inbox.giveUpAction")}
        busy={false}
        error={null}
        onConfirm={close}
        onClose={() => setLeaving(false)}
      >
        <p>{t("dashboard.inbox.giveUpText")}</p>
      </Confirm>
    </form>
  );
}

/** Somebody else answered, or did something else with the message, since the form was opened. */
function Meanwhile({ message, draft, error }: Omit<ReplyFormProps, "drafts"> & { error: unknown }) {
  const { t } = useTranslation();
  const answered = message.replies.length > draft.message.replies.length;
  if (!answered && !currentOf(error)) return null;
  return (
    <Note tone="warning">
      {t(`dashboard.inbox.${answered ? "answeredMeanwhile" : "changedMeanwhile"}`)}
    </Note>
  );
}

function useSubmit(
  message: Message,
  text: string,
  drafts: Drafts,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useReply(message);
  const handled = useHandled();
  const [asked, setAsked] = useState(false);
  const { id, name } = message;
  const email = message.email ?? name;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isPending) return;
    if (fault(text)) return field.current?.focus();
    mutate(
      { text },
      {
        onSuccess: ({ version }) => {
          drafts.close(id);
          // The mail is not taken back: only what it did to the message.
          notifyUndo(
            t("dashboard.inbox.replied", { email }),
            () => handled.mutateAsync({ id, handled: false, version }),
            t("dashboard.inbox.reopen"),
          );
        },
        onError: (failure) => {
          const latest = currentOf<Message>(failure);
          if (latest) drafts.learn(latest);
        },
      },
    );
  }

  function fault(text: string): string | null {
    if (!text.trim()) return t("errors.required");
    return [...text.trim()].length > LONGEST_REPLY
      ? t("errors.too_long", { max: number(LONGEST_REPLY) })
      : null;
  }

  return { submit, isPending, error, wrong: (asked && fault(text)) || fieldError(error, "text") };
}
