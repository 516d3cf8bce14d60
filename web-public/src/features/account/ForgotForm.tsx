// Asks for a link to choose a new password. The answer is the same whether the account exists or not.
import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import { useForgotPassword } from "./api";

export function ForgotForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
  const ask = useForgotPassword();
  const wrong = fieldError(ask.error, "email");

  function submit(event: FormEvent) {
    event.preventDefault();
    ask.mutate(email);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div role="status">
          {ask.isSuccess && <Note tone="success">{t("account.forgotSent")}</Note>}
        </div>
        {!ask.isSuccess && (
          <>
            <p className="muted">{t("account.forgotLead")}</p>
            <TextInput
              label={t("account.email")}
              type="email"
              autoComplete="username"
              value={email}
              error={wrong}
              onChange={(event) => setEmail(event.currentTarget.value)}
              data-autofocus
            />
            <div role="alert">
              {ask.error && !wrong && <Note tone="danger">{errorText(ask.error)}</Note>}
            </div>
            <Button type="submit" loading={ask.isPending} disabled={!email}>
              {t("account.forgotSend")}
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={onBack}>
          {t("account.backToLogin")}
        </Button>
      </Stack>
    </form>
  );
}
