// `/reinitialiser?id=&token=`: where the link of a mail leads to choose a password. The token is used once.
import { Button, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { PasswordField, PasswordStrength } from "web-shared/ui/PasswordField";
import { PASSWORD_MIN, passwordLength } from "web-shared/ui/password";
import { EmptyState, Note } from "web-shared/ui/Scene";
import { useResetByMail } from "./api";
import { useAccountDialog } from "./useAccountDialog";

export function ResetPasswordPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const dialog = useAccountDialog();
  const id = Number(query.get("id"));
  const token = query.get("token");
  const complete = Number.isInteger(id) && id > 0 && token;

  return (
    <Page title={t("account.resetTitle")}>
      <PageHeader title={t("account.resetTitle")} lead={complete ? t("account.resetLead") : null} />
      <PageBody narrow>
        {complete ? (
          <ResetForm id={id} token={token} />
        ) : (
          <EmptyState
            scene="bulles"
            action={
              <Button onClick={() => dialog.open("forgot")}>{t("account.forgotSend")}</Button>
            }
          >
            {t("account.resetLinkIncomplete")}
          </EmptyState>
        )}
      </PageBody>
    </Page>
  );
}

function ResetForm({ id, token }: { id: number; token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useAccountDialog();
  const reset = useResetByMail();
  const [newPassword, setNewPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [tried, setTried] = useState(false);

  const tooShort = passwordLength(newPassword) < PASSWORD_MIN;
  const different = newPassword !== confirmation;
  const refused = fieldError(reset.error, "newPassword");

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (tooShort || different) return;
    reset.mutate(
      { id, token, newPassword },
      {
        onSuccess: () => {
          notifySuccess(t("account.resetDone"));
          void navigate("/login");
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PasswordField
          label={t("account.newPassword")}
          autoComplete="new-password"
          value={newPassword}
          error={tried && tooShort ? t("account.passwordTooShort") : refused}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
        />
        <PasswordStrength password={newPassword} />
        <PasswordField
          label={t("account.confirmation")}
          autoComplete="new-password"
          value={confirmation}
          error={tried && different ? t("account.passwordsDiffer") : undefined}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        <div role="alert">
          {reset.error && !refused && (
            <Note tone="danger">
              {t("account.resetFailed")}. {errorText(reset.error)}
            </Note>
          )}
        </div>
        <Button type="submit" loading={reset.isPending}>
          {t("account.resetAction")}
        </Button>
        {reset.error && (
          <Button variant="subtle" onClick={() => dialog.open("forgot")}>
            {t("account.forgotSend")}
          </Button>
        )}
      </Stack>
    </form>
  );
}
