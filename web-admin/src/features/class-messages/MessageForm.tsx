// A new message to the class, with a file if wanted. Before it leaves it is said how many get it; what is typed stays until
// it has left.
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { number } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { FileField } from "../../ui/FileField";
import { LONGEST, useSendMessage } from "./api";
import styles from "./ClassMessages.module.css";

interface MessageFormProps {
  course: number;
  /** How many get it. */
  learners: number;
}

export function MessageForm({ course, learners }: MessageFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [fileUrl, setFileUrl] = useState("");
  const [asked, setAsked] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending, error } = useSendMessage(course);
  const { form, attempt } = useFirstFault(error);
  const max = number(LONGEST);
  const fault = faultOf(text);
  const ofField = fieldError(error, "text") || fieldError(error, "fileUrl");

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    attempt();
    if (!fault && !isPending) setConfirming(true);
  }

  function send() {
    mutate(
      { text: text.trim(), ...(fileUrl && { fileUrl }) },
      {
        onSuccess: () => {
          notifySuccess(t("dashboard.classMessages.done"));
          setText("");
          setFileUrl("");
          setAsked(false);
        },
        onSettled: () => setConfirming(false),
      },
    );
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <LeaveGuard unsaved={(text.trim() !== "" || fileUrl !== "") && !isPending} />
      <h2 className={styles.heading}>{t("dashboard.classMessages.write")}</h2>
      <Textarea
        label={t("dashboard.classMessages.text")}
        description={t("dashboard.classMessages.hint", { max })}
        autosize
        minRows={6}
        maxRows={18}
        value={text}
        readOnly={isPending}
        onChange={(event) => setText(event.currentTarget.value)}
        error={(asked && fault && t(`errors.${fault}`, { max })) || fieldError(error, "text")}
      />
      <FileField
        label={t("fields.optional", { field: t("dashboard.classMessages.file") })}
        value={fileUrl}
        onChange={setFileUrl}
        kinds={["PDF", "IMAGE", "AUDIO"]}
        filesOnly
        schoolOnly
        error={fieldError(error, "fileUrl")}
      />
      <div role="alert">
        {Boolean(error) && !ofField && (
          <Note tone="danger">
            {t("dashboard.classMessages.failed")} {errorText(error)}
          </Note>
        )}
      </div>
      <Button type="submit" leftSection={<Icon name="paper-plane-tilt" />}>
        {t("dashboard.classMessages.send")}
      </Button>
      <Confirm
        opened={confirming}
        harmless
        title={t("dashboard.classMessages.ask")}
        action={t("dashboard.classMessages.send")}
        busy={isPending}
        error={null}
        onConfirm={send}
        onClose={() => setConfirming(false)}
      >
        <p>
          {learners === 0
            ? t("dashboard.classMessages.toNobody")
            : t("dashboard.classMessages.to", { count: learners })}
        </p>
      </Confirm>
    </form>
  );
}

function faultOf(text: string): "required" | "too_long" | null {
  if (!text.trim()) return "required";
  return [...text.trim()].length > LONGEST ? "too_long" : null;
}
