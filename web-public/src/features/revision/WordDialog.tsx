// A word of a lesson and what it means, to be kept as a card.
import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { Note } from "web-shared/ui/Scene";
import { inTheirOwnWords } from "web-shared/ui/sheet/writing";
import { notifyUndo } from "web-shared/ui/undo";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { removeCard, wordKeeper } from "./api";
import styles from "./Lesson.module.css";
import { LONGEST_MEANING, LONGEST_WORD } from "./limits";

interface WordDialogProps {
  opened: boolean;
  lessonId: number;
  language: string;
  /** What was selected. */
  word: string;
  onClose: () => void;
}

export function WordDialog({ opened, ...props }: WordDialogProps) {
  return opened && <Form {...props} />;
}

function Form({ lessonId, language, word, onClose }: Omit<WordDialogProps, "opened">) {
  const { t } = useTranslation();
  const [front, setFront] = useState(word);
  const [back, setBack] = useState("");
  const [missing, setMissing] = useState(false);
  const send = useKeepWord(onClose);
  const { form, attempt } = useFirstFault(send.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(!front.trim());
    attempt();
    if (front.trim()) send.mutate({ lessonId, front: front.trim(), back: back.trim() });
  }

  const field = (of: "front" | "back", value: string, change: (value: string) => void) => ({
    label: t(`revision.word.${of}`),
    value,
    readOnly: send.isPending,
    error: fieldError(send.error, of),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change(currentTarget.value),
    "data-autofocus": (of === "back") === Boolean(word) || undefined,
  });
  const required = missing && { error: t("errors.required") };
  return (
    <Dialog onClose={onClose} title={t("revision.word.action")}>
      <form ref={form} className={styles.word} onSubmit={submit} noValidate>
        <p>{t("revision.word.lead")}</p>
        <TextInput
          {...field("front", front, setFront)}
          {...required}
          {...inTheirOwnWords}
          lang={language}
          maxLength={LONGEST_WORD}
        />
        <Textarea
          {...field("back", back, setBack)}
          autosize={false}
          rows={2}
          maxLength={LONGEST_MEANING}
        />
        <Foot error={send.error} busy={send.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Keeps a word; while the message of it stands there it can be taken back. */
function useKeepWord(onKept: () => void) {
  const { t } = useTranslation();
  const [keep] = useState(wordKeeper);
  return useMutation({
    mutationFn: keep,
    networkMode: "always",
    onSuccess: (card) => {
      notifyUndo(t("revision.word.kept", { word: card.front }), () => removeCard(card.id));
      onKept();
    },
  });
}

interface FootProps {
  error: Error | null;
  busy: boolean;
  onClose: () => void;
}

function Foot({ error, busy, onClose }: FootProps) {
  const { t } = useTranslation();
  return (
    <>
      <div role="alert">{error && <Failure error={error} />}</div>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {t("profile.cancel")}
        </Button>
        <Button type="submit" loading={busy}>
          {t("revision.word.keep")}
        </Button>
      </DialogActions>
    </>
  );
}

/** What is wrong with a field stands at the field. */
function Failure({ error }: { error: Error }) {
  const { t } = useTranslation();
  const fields = error instanceof ApiError && error.problem.fields?.length;
  return <Note tone="danger">{fields ? t("errors.invalid") : errorText(error)}</Note>;
}
