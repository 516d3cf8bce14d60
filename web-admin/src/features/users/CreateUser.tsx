// A new account, with a password that its owner replaces.
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../ui/FormDialog";
import { useVersionedForm } from "../../ui/useVersionedForm";
import { type User, useCreateUser } from "./api";
import { NewPassword } from "./NewPassword";
import { PersonFields } from "./PersonFields";
import { type Person, personOf, refusalOf, sentOf } from "./person";

interface CreateUserProps {
  onCreated: (user: User, password: string) => void;
  onClose: () => void;
}

export function CreateUser({ onCreated, onClose }: CreateUserProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useCreateUser();
  const form = useVersionedForm<User, Person & { password: string }>({
    row: null,
    draftOf: (user) => ({ ...personOf(user), password: "" }),
    refusalOf,
    // Neither a password nor what is typed of other people is kept on this computer.
    keptAs: () => null,
    save: async ({ password, ...person }) => {
      const user = await mutateAsync({ ...sentOf(person), password });
      onCreated(user, password);
      return user;
    },
    onSaved: () => {},
  });

  return (
    <FormDialog
      title={t("dashboard.users.create")}
      action={t("dashboard.users.createAction")}
      unsaved={form.unsaved}
      busy={form.saving}
      failed={t("dashboard.users.createFailed")}
      error={form.error}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <PersonFields form={form} />
      <NewPassword
        value={form.draft.password}
        onChange={(password) => form.set({ password })}
        error={form.problemAt("password")}
      />
    </FormDialog>
  );
}
