// E-mail and password.
import { Button, Checkbox, Stack, TextInput } from "@mantine/core";
import i18next from "i18next";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText } from "web-shared/i18n/errors";
import { PasswordField } from "web-shared/ui/PasswordField";
import { Note } from "web-shared/ui/Scene";
import { type Stop, UserUnknown, useSignIn } from "./api";

interface LoginFormProps {
  /** The password was right: what the sign-in stops at, if at anything. */
  onAnswer: (stop: Stop) => void;
  /** Beside "remember me": the way to a new password. */
  forgotten?: React.ReactNode;
  /** Whether both fields must be filled before anything is sent. */
  required?: boolean;
  rememberMe?: boolean;
  onRememberMe?: (remember: boolean) => void;
}

export function LoginForm(props: LoginFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const signIn = useSignIn();

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation(); // React sends it up through the dialog to a form around it
    if (props.required && !(email && password)) return setMissing(true);
    setMissing(false);
    signIn.mutate(
      { email, password, rememberMe: props.rememberMe ?? false },
      {
        onSuccess: (stop) => {
          if (stop) setPassword("");
          props.onAnswer(stop);
        },
      },
    );
  }

  const failure = missing ? t("account.bothRequired") : signIn.error && loginFailure(signIn.error);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t("account.email")}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus
        />
        <PasswordField
          label={t("account.password")}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {(props.onRememberMe || props.forgotten) && (
          <div
            style={{ display: "flex", flexWrap: "wrap", gap: 12, justifyContent: "space-between" }}
          >
            {props.onRememberMe && (
              <Checkbox
                label={t("account.rememberMe")}
                checked={props.rememberMe}
                onChange={(event) => props.onRememberMe?.(event.currentTarget.checked)}
              />
            )}
            {props.forgotten}
          </div>
        )}
        <div role="alert">{failure && <Note tone="danger">{failure}</Note>}</div>
        <Button type="submit" loading={signIn.isPending}>
          {t("account.login")}
        </Button>
      </Stack>
    </form>
  );
}

function loginFailure(error: Error): string {
  if (error instanceof UserUnknown) return i18next.t("account.userUnreadable");
  if (error instanceof ApiError && error.code === "login_failed")
    return i18next.t("account.loginFailed");
  return `${i18next.t("account.loginFailed")}. ${errorText(error)}`;
}
