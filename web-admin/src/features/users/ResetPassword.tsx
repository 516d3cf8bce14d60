// Another password for somebody who cannot come in any more.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldError } from "web-shared/i18n/errors";
import { FormDialog } from "../../ui/FormDialog";
import { nameOf, type User, useResetPassword } from "./api";
import { NewPassword } from "./NewPassword";

interface ResetPasswordProps {
  user: User;
  onReset: (password: string) => void;
  onClose: () => void;
}

export function ResetPassword({ user, onReset, onClose }: ResetPasswordProps) {
  const { t } = useTranslation();
  const reset = useResetPassword(user.id);
  const [password, setPassword] = useState("");
  return (
    <FormDialog
      title={t("dashboard.users.reset", { name: nameOf(user) })}
      action={t("dashboard.users.resetAction")}
      unsaved={password !== ""}
      busy={reset.isPending}
      failed={t("dashboard.users.editFailed")}
      error={reset.error}
      onSubmit={() => reset.mutate(password, { onSuccess: () => onReset(password) })}
      onClose={onClose}
    >
      <p>{t("dashboard.users.resetText")}</p>
      <NewPassword
        value={password}
        onChange={setPassword}
        error={fieldError(reset.error, "newPassword")}
      />
    </FormDialog>
  );
}
