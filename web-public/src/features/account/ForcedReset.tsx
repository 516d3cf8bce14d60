// The new password of somebody whose password must be changed before they come in.
import { Button, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { PasswordField, PasswordStrength } from "web-shared/ui/PasswordField";
import { PASSWORD_MIN, passwordLength } from "web-shared/ui/password";
import { Note } from "web-shared/ui/Scene";
import { type MustReset, useForcedReset } from "./api";

export function ForcedReset({ stopped, onDone }: { stopped: MustReset; onDone: () => void }) {
  const { t } = useTranslation();
  const [newPassword, setNewPassword] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const reset = useForcedReset();

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (!Number.isInteger(stopped.user.id)) return setRefusal(t("account.userInvalid"));
    if (passwordLength(newPassword) < PASSWORD_MIN)
      return setRefusal(t("account.passwordTooShort"));
    setRefusal(undefined);
    reset.mutate(
      { ...stopped, newPassword },
      {
        onSuccess: () => {
          notifySuccess(t("account.resetDone"));
          onDone();
        },
        onError: (error) => setRefusal(`${t("account.resetFailed")}. ${errorText(error)}`),
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Note>{t("account.mustReset")}</Note>
        <input type="hidden" autoComplete="username" value={stopped.user.email ?? ""} readOnly />
        <PasswordField
          label={t("account.newPassword")}
          autoComplete="new-password"
          value={newPassword}
          error={refusal}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
          autoFocus
          data-autofocus
        />
        <PasswordStrength password={newPassword} />
        <Button type="submit" loading={reset.isPending}>
          {t("account.resetAndLogin")}
        </Button>
      </Stack>
    </form>
  );
}
