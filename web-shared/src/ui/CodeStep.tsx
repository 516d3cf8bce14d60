// The second half of a sign-in: the code of the phone, or a recovery code.
import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/problem";
import { errorText, fieldError } from "../i18n/errors";
import { Note } from "./Scene";

interface CodeStepProps {
  busy: boolean;
  error: unknown;
  onCode: (code: string) => void;
  onBack: () => void;
}

/** Whether the sign-in has to begin anew. */
export function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.code === "second_factor_expired";
}

export function CodeStep({ busy, error, onCode, onBack }: CodeStepProps) {
  const { t } = useTranslation();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const wrong = fieldError(error, "code");

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation(); // React sends it up through the dialog to a form around it
    if (code.trim() && !busy) onCode(code);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>{t(recovery ? "account.code.recoveryLead" : "account.code.lead")}</p>
        <TextInput
          key={String(recovery)}
          label={t(recovery ? "account.code.recovery" : "account.code.digits")}
          {...(recovery ? { autoComplete: "off" } : DIGITS)}
          autoFocus
          data-autofocus
          value={code}
          error={wrong}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <div role="alert">
          {Boolean(error) && !wrong && <Note tone="danger">{errorText(error)}</Note>}
        </div>
        <Button type="submit" loading={busy} disabled={!code.trim()}>
          {t("account.login")}
        </Button>
        <Button
          variant="subtle"
          onClick={() => {
            setRecovery(!recovery);
            setCode("");
          }}
        >
          {t(recovery ? "account.code.usePhone" : "account.code.useRecovery")}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t("account.backToLogin")}
        </Button>
      </Stack>
    </form>
  );
}

/** What helps to type six digits. */
export const DIGITS = {
  inputMode: "numeric",
  autoComplete: "one-time-code",
  maxLength: 7,
} as const;
