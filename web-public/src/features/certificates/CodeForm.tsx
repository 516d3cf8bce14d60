// The field for a code, or for the whole address that bears it.
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Certificates.module.css";
import type { useVerification } from "./useVerification";

const ROWS = 4;

export function CodeForm({ verification }: { verification: ReturnType<typeof useVerification> }) {
  const { t } = useTranslation();
  const { text, type, missing, submit, verdict } = verification;
  const field = useRef<HTMLTextAreaElement>(null);
  const unreadable = verdict.data?.is === "unreadable";
  useEffect(() => {
    if (missing) field.current?.focus();
  }, [missing]);

  function send(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <h2>{t("certificates.formTitle")}</h2>
      <Textarea
        ref={field}
        label={t("certificates.code")}
        description={t("certificates.codeHint")}
        autosize={false} // the style sheet does it, without measuring
        rows={ROWS}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        classNames={{ input: styles.code }}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        error={
          (missing && t("certificates.required")) ||
          (unreadable && t("errors.certificate_unreadable"))
        }
      />
      <Button type="submit" loading={verdict.isFetching}>
        {t("certificates.check")}
      </Button>
    </form>
  );
}
