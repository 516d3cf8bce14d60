// E-mail and password; and, when the account must change its password first, the new one.
import { Button, Checkbox, Stack, TextInput } from "@mantine/core";
import i18next from "i18next";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { currentSession, type SessionUser } from "web-shared/api/session";
import { errorText } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { PasswordField, PasswordStrength } from "web-shared/ui/PasswordField";
import { PASSWORD_MIN, passwordLength } from "web-shared/ui/password";
import { Note } from "web-shared/ui/Scene";
import { type MustReset, UserUnknown, useForcedReset, useSignIn } from "./api";

interface LoginFormProps {
  onSignedIn: (user: SessionUser) => void;
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
  const [mustReset, setMustReset] = useState<MustReset | null>(null);
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
        onSuccess: (stopped) => {
          const user = currentSession()?.user;
          if (stopped) setMustReset(stopped);
          else if (user) props.onSignedIn(user);
        },
      },
    );
  }

  if (mustReset) {
    return (
      <ForcedReset
        stopped={mustReset}
        onDone={() => {
          setMustReset(null);
          setPassword("");
          signIn.reset();
        }}
      />
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

function ForcedReset({ stopped, onDone }: { stopped: MustReset; onDone: () => void }) {
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
        <input type="hidden" autoComplete="username" value={stopped.user.email} readOnly />
        <PasswordField
          label={t("account.newPassword")}
          autoComplete="new-password"
          value={newPassword}
          error={refusal}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
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

function loginFailure(error: Error): string {
  if (error instanceof UserUnknown) return i18next.t("account.userUnreadable");
  if (error instanceof ApiError && error.code === "login_failed")
    return i18next.t("account.loginFailed");
  return `${i18next.t("account.loginFailed")}. ${errorText(error)}`;
}
