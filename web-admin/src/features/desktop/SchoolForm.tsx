// The address of the school, looked at before anything else is asked.
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import type { FoundSchool } from "../../platform/local";
import { theApp } from "../../platform/platform";
import styles from "./Welcome.module.css";

interface SchoolFormProps {
  onFound: (school: FoundSchool) => void;
  /** To the accounts that were here before, if there are any. */
  onBack?: () => void;
}

export function SchoolForm({ onFound, onBack }: SchoolFormProps) {
  const { t } = useTranslation();
  const [address, setAddress] = useState("");
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const looking = useMutation({
    mutationFn: (typed: string) => theApp().findSchool(typed),
    onSuccess: onFound,
    onError: () => field.current?.focus(),
  });
  const wrong = missing ? t("errors.required") : fieldError(looking.error, "address");

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(!address.trim());
    if (address.trim() && !looking.isPending) looking.mutate(address.trim());
  }

  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        label={t("dashboard.desktop.welcome.address")}
        description={t("dashboard.desktop.welcome.addressHint")}
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={address}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setMissing(false);
          looking.reset();
        }}
        error={wrong}
      />
      <div role="alert">
        {looking.error && !wrong && <Note tone="danger">{errorText(looking.error)}</Note>}
      </div>
      <Button type="submit" loading={looking.isPending}>
        {t("dashboard.desktop.welcome.next")}
      </Button>
      {onBack && (
        <div className={styles.buttons}>
          <Button variant="subtle" size="sm" onClick={onBack}>
            {t("dashboard.desktop.welcome.back")}
          </Button>
        </div>
      )}
    </form>
  );
}
