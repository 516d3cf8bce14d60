// Changing the password; or, where there is none yet, the way to a first one. Other sessions end with the old one.
import { Button, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { PasswordField, PasswordStrength } from "web-shared/ui/PasswordField";
import { PASSWORD_MIN, passwordLength } from "web-shared/ui/password";
import { Note } from "web-shared/ui/Scene";
import { type User, useAskForPassword, useChangePassword } from "./api";
import styles from "./Profile.module.css";
import { Section } from "./Section";

export function Password({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <Section
      title={t("account.password")}
      lead={t(user.hasPassword ? "profile.password.lead" : "profile.password.none")}
    >
      {user.hasPassword ? (
        <ChangePassword user={user} />
      ) : (
        <FirstPassword email={user.email ?? ""} />
      )}
    </Section>
  );
}

const EMPTY = { currentPassword: "", newPassword: "", confirmation: "" };

function ChangePassword({ user }: { user: User }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const change = useChangePassword(user.id);
  const { currentPassword, newPassword, confirmation } = typed;
  const tooShort = passwordLength(newPassword) < PASSWORD_MIN;
  const different = newPassword !== confirmation;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (tooShort || different) return;
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          setTyped(EMPTY);
          setTried(false);
          notifySuccess(t("profile.password.done"));
        },
      },
    );
  }

  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    error: fieldError(change.error, name),
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  const inFields = ["currentPassword", "newPassword"].some((name) =>
    fieldError(change.error, name),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" className={styles.narrow}>
        <input type="hidden" autoComplete="username" value={user.email ?? ""} readOnly />
        <PasswordField
          label={t("account.currentPassword")}
          autoComplete="current-password"
          {...field("currentPassword")}
        />
        <PasswordField
          label={t("account.newPassword")}
          autoComplete="new-password"
          {...field("newPassword")}
          error={
            tried && tooShort
              ? t("account.passwordTooShort")
              : fieldError(change.error, "newPassword")
          }
        />
        <PasswordStrength password={newPassword} />
        <PasswordField
          label={t("account.confirmation")}
          autoComplete="new-password"
          {...field("confirmation")}
          error={tried && different ? t("account.passwordsDiffer") : undefined}
        />
        <div role="alert">
          {change.error && !inFields && <Note tone="danger">{errorText(change.error)}</Note>}
        </div>
      </Stack>
      <div className={styles.actions}>
        <Button
          type="submit"
          loading={change.isPending}
          disabled={!currentPassword || !newPassword || !confirmation}
        >
          {t("profile.password.change")}
        </Button>
      </div>
    </form>
  );
}

function FirstPassword({ email }: { email: string }) {
  const { t } = useTranslation();
  const ask = useAskForPassword();
  return (
    <>
      <div role="status">
        {ask.isSuccess && <Note tone="success">{t("profile.password.sent", { email })}</Note>}
      </div>
      <div role="alert">{ask.error && <Note tone="danger">{errorText(ask.error)}</Note>}</div>
      {!ask.isSuccess && (
        <div className={styles.actions}>
          <Button loading={ask.isPending} onClick={() => ask.mutate(email)}>
            {t("profile.password.ask")}
          </Button>
        </div>
      )}
    </>
  );
}
