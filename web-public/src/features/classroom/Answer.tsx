// An answer to a message to the class, for whoever wrote it. What is typed stays until it has left.
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { useSendOnce } from "web-shared/api/sendOnce";
import { number } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import styles from "./Class.module.css";

const LONGEST = 5000; // characters

interface AnswerProps {
  subscription: number;
  message: number;
  /** Who wrote; nobody whose account was deleted. */
  to: string | null;
}

export function Answer(props: AnswerProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState(false);
  if (open)
    return (
      <Form
        {...props}
        onClose={(left) => {
          setOpen(false);
          setSent(left);
        }}
      />
    );
  return (
    <div className={styles.answer}>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<Icon name="arrow-u-up-left" />}
        onClick={() => setOpen(true)}
      >
        {t("classroom.answer")}
        {props.to && <span className="hidden"> {t("classroom.answerTo", { name: props.to })}</span>}
      </Button>
      <p role="status">{sent && t("classroom.answered")}</p>
    </div>
  );
}

function Form({
  subscription,
  message,
  to,
  onClose,
}: AnswerProps & { onClose: (left: boolean) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAnswer(subscription, message);
  const { form, attempt } = useFirstFault(error);
  const max = number(LONGEST);
  const fault = faultOf(text);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    attempt();
    if (!fault && !isPending) mutate({ text: text.trim() }, { onSuccess: () => onClose(true) });
  }

  return (
    <form ref={form} className={styles.answering} onSubmit={submit} noValidate>
      <LeaveGuard unsaved={text.trim() !== "" && !isPending} />
      <Textarea
        label={t("classroom.yourAnswer")}
        description={to ? t("classroom.answerNote", { name: to }) : t("classroom.answerNoteSchool")}
        autosize={false} // the style sheet does it, without measuring
        rows={4}
        value={text}
        readOnly={isPending}
        onChange={(event) => setText(event.currentTarget.value)}
        error={(asked && fault && t(`errors.${fault}`, { max })) || fieldError(error, "text")}
        data-autofocus
        autoFocus
      />
      <div role="alert">
        {Boolean(error) && !fieldError(error, "text") && (
          <Note tone="danger">
            {t("classroom.answerFailed")} {errorText(error)}
          </Note>
        )}
      </div>
      <div className={styles.answer}>
        <Button type="submit" size="sm" loading={isPending}>
          {t("classroom.sendAnswer")}
        </Button>
        <Button variant="subtle" size="sm" disabled={isPending} onClick={() => onClose(false)}>
          {t("profile.cancel")}
        </Button>
      </div>
    </form>
  );
}

function useAnswer(id: number, messageId: number) {
  return useSendOnce((body: { text: string }, key: string) =>
    unwrap(
      api.POST("/subscriptions/{id}/messages/{messageId}/replies", {
        params: { path: { id, messageId } },
        headers: { "Idempotency-Key": key },
        body,
      }),
    ),
  );
}

function faultOf(text: string): "required" | "too_long" | null {
  if (!text.trim()) return "required";
  return [...text.trim()].length > LONGEST ? "too_long" : null;
}
