// A new account, with a password that its owner replaces.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldError } from "web-shared/i18n/errors";
import { differences } from "web-shared/merge";
import { FormDialog } from "../../ui/FormDialog";
import { type User, useCreateUser } from "./api";
import { NewPassword } from "./NewPassword";
import { PersonFields } from "./PersonFields";
import { NOBODY, sentOf } from "./person";
import { usePerson } from "./usePerson";

interface CreateUserProps {
  onCreated: (user: User, password: string) => void;
  onClose: () => void;
}

export function CreateUser({ onCreated, onClose }: CreateUserProps) {
  const { t } = useTranslation();
  const create = useCreateUser();
  const form = usePerson(NOBODY, create.error);
  const [password, setPassword] = useState("");

  function submit() {
    form.sending();
    create.mutate(
      { ...sentOf(form.person), password },
      { onSuccess: (user) => onCreated(user, password) },
    );
  }

  return (
    <FormDialog
      title={t("dashboard.users.create")}
      action={t("dashboard.users.createAction")}
      unsaved={password !== "" || differences(NOBODY, form.person).length > 0}
      busy={create.isPending}
      failed={t("dashboard.users.createFailed")}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields form={form} />
      <NewPassword
        value={password}
        onChange={setPassword}
        error={fieldError(create.error, "password")}
      />
    </FormDialog>
  );
}
