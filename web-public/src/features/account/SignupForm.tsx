// A new account: name, e-mail, password. The fields' errors are the server's.
import { Button, Stack, TextInput } from "@mantine/core";
import i18next from "i18next";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { PasswordField, PasswordStrength } from "web-shared/ui/PasswordField";
import { Note } from "web-shared/ui/Scene";
import { useSignUp } from "./api";
import styles from "./SignupForm.module.css";

const NOBODY = { firstName: "", lastName: "", email: "", password: "" };

export function SignupForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [person, setPerson] = useState(NOBODY);
  const signUp = useSignUp();

  function submit(event: FormEvent) {
    event.preventDefault();
    signUp.mutate(person, {
      onSuccess: () => {
        notifySuccess(t("account.signupDone"));
        onDone();
      },
    });
  }

  const field = (name: keyof typeof NOBODY) => ({
    value: person[name],
    error: fieldError(signUp.error, name),
    onChange: (event: { currentTarget: { value: string } }) =>
      setPerson({ ...person, [name]: event.currentTarget.value }),
  });
  const inFields = signUp.error instanceof ApiError && signUp.error.problem.fields?.length;

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p className="muted">{t("account.signupLead")}</p>
        <div className={styles.names}>
          <TextInput
            label={t("account.firstName")}
            autoComplete="given-name"
            {...field("firstName")}
            data-autofocus
          />
          <TextInput
            label={t("account.lastName")}
            autoComplete="family-name"
            {...field("lastName")}
          />
        </div>
        <TextInput
          label={t("account.email")}
          type="email"
          autoComplete="username"
          {...field("email")}
        />
        <PasswordField
          label={t("account.password")}
          autoComplete="new-password"
          {...field("password")}
        />
        <PasswordStrength password={person.password} />
        <div role="alert">
          {signUp.error && !inFields && <Note tone="danger">{signupFailure(signUp.error)}</Note>}
        </div>
        <Button type="submit" loading={signUp.isPending}>
          {t("account.signup")}
        </Button>
      </Stack>
    </form>
  );
}

function signupFailure(error: Error): string {
  const conflict = error instanceof ApiError && error.status === 409;
  return conflict ? i18next.t("account.signupFailed") : errorText(error);
}
