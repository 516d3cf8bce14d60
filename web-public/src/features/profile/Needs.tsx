// What helps a learner in class: a note that exists only with their consent, to be changed and deleted at any time. A
// guardian writes it for a child. What is typed stays until it is saved.
import { Button, Checkbox, Skeleton, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { moment, number } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Confirm } from "web-shared/ui/Confirm";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { notifySuccess } from "web-shared/ui/notify";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { type NeedsNote, needsQuery, useDeleteNeeds, useSaveNeeds } from "./api";
import styles from "./Profile.module.css";
import { Section } from "./Section";

const LONGEST = 1000; // characters

interface NeedsProps {
  userId: number;
  /** The name of the child whose note it is; none: the reader's own. */
  ward?: string;
}

export function Needs({ userId, ward }: NeedsProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(needsQuery(userId));
  const title = ward ? t("profile.needs.titleOf", { name: ward }) : t("profile.needs.title");
  return (
    <Section title={title} lead={t("profile.needs.lead")}>
      {data !== undefined ? (
        <NeedsForm userId={userId} ward={ward} note={data} />
      ) : error ? (
        <FailedState
          what={t("profile.needs.loadFailed")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting>
          <Skeleton height={180} />
        </Waiting>
      )}
    </Section>
  );
}

interface FormProps {
  userId: number;
  ward: string | undefined;
  note: NeedsNote | null;
}

function NeedsForm({ userId, ward, note }: FormProps) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  const form = useNeeds(userId, note);
  const { form: element, attempt } = useFirstFault(form.failure);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (note && !form.text.trim()) return setDeleting(true);
    attempt();
    form.save();
  }

  return (
    <form ref={element} onSubmit={submit} noValidate>
      <LeaveGuard unsaved={form.unsaved && !form.saving} />
      <Textarea
        label={ward ? t("profile.needs.noteOf", { name: ward }) : t("profile.needs.note")}
        description={t("profile.needs.examples")}
        autosize={false} // the style sheet does it, without measuring
        rows={4}
        value={form.text}
        readOnly={form.saving}
        error={form.textFault}
        onChange={(event) => form.type(event.currentTarget.value)}
      />
      <Checkbox
        className={styles.consent}
        label={ward ? t("profile.needs.consentOf", { name: ward }) : t("profile.needs.consent")}
        description={ward ? t("profile.needs.keptOf", { name: ward }) : t("profile.needs.kept")}
        checked={form.consent}
        disabled={form.saving}
        error={form.consentFault}
        aria-invalid={form.consentFault ? true : undefined}
        onChange={(event) => form.agree(event.currentTarget.checked)}
      />
      {note && (
        <p className="caption muted">
          {t("profile.needs.agreed", { moment: moment(note.consentedAt) })}
        </p>
      )}
      <div role="alert">
        {form.failure && !form.textFault && !form.consentFault && (
          <Note tone="danger">
            {t("profile.needs.failed")} {errorText(form.failure)}
          </Note>
        )}
      </div>
      <div className={styles.actions}>
        <Button type="submit" loading={form.saving} disabled={!form.unsaved}>
          {t("profile.needs.save")}
        </Button>
        {note && (
          <Button
            variant="subtle"
            color="red"
            disabled={form.saving}
            onClick={() => setDeleting(true)}
          >
            {t("profile.needs.delete")}
          </Button>
        )}
      </div>
      {deleting && (
        <Deletion userId={userId} onDeleted={form.reset} onClose={() => setDeleting(false)} />
      )}
    </form>
  );
}

/** What was typed since the note was read, and saving it. */
function useNeeds(userId: number, note: NeedsNote | null) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [agreed, setAgreed] = useState<boolean | null>(null);
  const [asked, setAsked] = useState(false);
  const saving = useSaveNeeds(userId);
  const text = typed ?? note?.text ?? "";
  const consent = agreed ?? note !== null;
  const fault = faultOf(text);

  function reset() {
    setTyped(null);
    setAgreed(null);
    setAsked(false);
    saving.reset();
  }

  function save() {
    setAsked(true);
    if (fault || !consent || saving.isPending) return;
    saving.mutate(
      { text: text.trim(), consent },
      {
        onSuccess: () => {
          reset();
          notifySuccess(t("profile.needs.saved"));
        },
      },
    );
  }

  return {
    text,
    type: setTyped,
    consent,
    agree: setAgreed,
    unsaved: text !== (note?.text ?? ""),
    saving: saving.isPending,
    failure: saving.error,
    textFault:
      (asked && fault && t(`errors.${fault}`, { max: number(LONGEST) })) ||
      fieldError(saving.error, "text"),
    consentFault:
      (asked && !consent && t("errors.needs_consent_required")) ||
      fieldError(saving.error, "consent"),
    save,
    reset,
  };
}

function faultOf(text: string): "required" | "too_long" | null {
  if (!text.trim()) return "required";
  return [...text.trim()].length > LONGEST ? "too_long" : null;
}

interface DeletionProps {
  userId: number;
  onDeleted: () => void;
  onClose: () => void;
}

function Deletion({ userId, onDeleted, onClose }: DeletionProps) {
  const { t } = useTranslation();
  const remove = useDeleteNeeds(userId);
  return (
    <Confirm
      title={t("profile.needs.deleteTitle")}
      action={t("profile.needs.delete")}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onDeleted();
            notifySuccess(t("profile.needs.deleted"));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>{t("profile.needs.deleteText")}</p>
    </Confirm>
  );
}
