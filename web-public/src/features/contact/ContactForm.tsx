// A letter to the school: who writes, what about, and the consent without which nothing is sent.
import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import { Addressee } from "./Addressee";
import { type Letter, useSend } from "./api";
import styles from "./Contact.module.css";
import { useMessage } from "./message";
import { MEETING_SUBJECT, useAddress } from "./useAddress";
import { Wish } from "./Wish";

export function ContactForm() {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const user = useSession()?.user;
  const address = useAddress();
  const [message, change, clear] = useMessage();
  const [consent, setConsent] = useState(false);
  const [unwilling, setUnwilling] = useState(false);
  const send = useSend();

  const name = message.name ?? (user ? `${user.firstName} ${user.lastName}` : "");
  const email = message.email ?? user?.email ?? "";

  useEffect(() => {
    if (send.error || unwilling)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [send.error, unwilling]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setUnwilling(!consent);
    if (!consent) return send.reset();
    const letter: Letter = { name, email, message: message.message, consent };
    if (address.to) letter.to = address.to;
    if (address.meeting) {
      letter.subject = MEETING_SUBJECT;
      letter.wishedDate = message.wishedDate || null;
      letter.wishedTime = message.wishedTime || null;
    }
    send.mutate(letter, {
      onSuccess: () => {
        clear();
        setConsent(false);
      },
    });
  }

  const edit = (part: Parameters<typeof change>[0]) => {
    if (!send.isPending) send.reset();
    change(part);
  };
  const field = (of: "name" | "email" | "message", value: string) => ({
    label: t(`contact.${of}`),
    name: of,
    value,
    readOnly: send.isPending,
    error: fieldError(send.error, of),
    onChange: (event: { currentTarget: { value: string } }) =>
      edit({ [of]: event.currentTarget.value }),
  });

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-labelledby="contact-form"
    >
      <div>
        <h2 id="contact-form">{t("contact.formTitle")}</h2>
        <p className="muted">{t("contact.formLead")}</p>
      </div>
      <Addressee address={address} error={send.error} />
      <div className={styles.pair}>
        <TextInput {...field("name", name)} autoComplete="name" />
        <TextInput {...field("email", email)} type="email" autoComplete="email" />
      </div>
      {address.meeting && <Wish message={message} error={send.error} onChange={edit} />}
      <Textarea
        {...field("message", message.message)}
        autosize={false} // the style sheet does it, without measuring
        rows={5}
        classNames={{ input: styles.text }}
      />
      <Checkbox
        checked={consent}
        error={unwilling && t("errors.consent_required")}
        aria-invalid={unwilling || undefined}
        classNames={{ labelWrapper: styles.consent }}
        onChange={(event) => {
          setConsent(event.currentTarget.checked);
          setUnwilling(false);
        }}
        label={
          <>
            {t("contact.consent")}
            <Link to="/confidentialite">{t("contact.policy")}</Link>
          </>
        }
      />
      <Outcome error={send.error} sent={send.isSuccess} />
      <Button type="submit" loading={send.isPending} className={styles.send}>
        {t("contact.send")}
      </Button>
    </form>
  );
}

/** What became of the letter: a status when it left, an alert when not. */
function Outcome({ error, sent }: { error: Error | null; sent: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <div role="status">{sent && <Note tone="success">{t("contact.sent")}</Note>}</div>
      <div role="alert">
        {error && (
          <Note tone="danger">
            <b>{t("contact.failed")}</b>
            <br />
            <Reason error={error} />
          </Note>
        )}
      </div>
    </>
  );
}

/** Why it could not be sent, in this form's own words where it has some. */
function Reason({ error }: { error: Error }) {
  const { t } = useTranslation();
  if (!(error instanceof ApiError)) return errorText(error);
  if (error.status === 429) return t("contact.tooMany");
  // Each field says what is wrong with it.
  return error.problem.fields?.length ? t("errors.invalid") : errorText(error);
}
