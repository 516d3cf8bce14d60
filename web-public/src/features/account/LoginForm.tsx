// E-mail and password.
import { Button, Checkbox, Stack, TextInput } from "@mantine/core";
import i18next from "i18next";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { PasswordField } from "web-shared/ui/PasswordField";
import { Note } from "web-shared/ui/Scene";
import { type Stop, UserUnknown, useSignIn } from "./api";

interface LoginFormProps {
  /** The password was right: what the sign-in stops at, if at anything. */
  onAnswer: (stop: Stop) => void;
  /** Beside "remember me": the way to a new password. */
  forgotten?: React.ReactNode;
  rememberMe?: boolean;
  onRememberMe?: (remember: boolean) => void;
}

export function LoginForm(props: LoginFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const signIn = useSignIn();

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation(); // React sends it up through the dialog to a form around it
    setTried(true);
    if (!(email && password)) return signIn.reset(); // what was said of another attempt
    signIn.mutate(
      { email, password, rememberMe: props.rememberMe ?? false },
      {
        onSuccess: (stop) => {
          if (stop) {
            setPassword("");
            setTried(false);
          }
          props.onAnswer(stop);
        },
      },
    );
  }

  const fault = (name: "email" | "password", value: string) =>
    tried && !value ? t("errors.required") : fieldError(signIn.error, name);
  const faults = { email: fault("email", email), password: fault("password", password) };
  const failure =
    signIn.error && !faults.email && !faults.password ? loginFailure(signIn.error) : null;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t("account.email")}
          type="email"
          autoComplete="username"
          value={email}
          error={faults.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus
        />
        <PasswordField
          label={t("account.password")}
          autoComplete="current-password"
          value={password}
          error={faults.password}
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
