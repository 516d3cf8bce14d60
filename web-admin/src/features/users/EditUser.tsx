// Changing an account. Another role is asked about first; what somebody else changed meanwhile is not overwritten unseen.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { Attempts } from "../../ui/Attempts";
import { FormDialog } from "../../ui/FormDialog";
import { nameOf, type User } from "./api";
import { Meanwhile } from "./Meanwhile";
import { PersonFields } from "./PersonFields";
import styles from "./Users.module.css";
import { NoEmail } from "./useColumns";
import { useEditUser } from "./useEditUser";

interface EditUserProps {
  user: User;
  own: boolean;
  onClose: () => void;
}

export function EditUser({ user, own, onClose }: EditUserProps) {
  const { t } = useTranslation();
  const edit = useEditUser(user, own, onClose);
  const { role } = edit.draft;
  const heading = useId();
  const newRole = edit.asking && (
    <Confirm
      title={t("dashboard.users.roleTitle", {
        role: t(`dashboard.roles.${role}`),
        name: nameOf(user),
      })}
      action={t("dashboard.users.roleAction")}
      harmless
      busy={edit.saving}
      error={null}
      onConfirm={edit.send}
      onClose={edit.giveUp}
    >
      <p>{own ? t("dashboard.users.roleOwn") : t(`dashboard.users.may.${role}`)}</p>
    </Confirm>
  );
  return (
    <FormDialog
      title={t("dashboard.users.edit", { name: nameOf(user) })}
      action={t("profile.own.save")}
      unsaved={edit.unsaved}
      busy={edit.saving}
      failed={t("dashboard.users.editFailed")}
      error={edit.error}
      onSubmit={edit.submit}
      onClose={onClose}
      question={newRole || (edit.conflict && <Meanwhile conflict={edit.conflict} />)}
    >
      {!user.email && (
        <p>
          <NoEmail user={user} />. {t("dashboard.users.wardEmail")}
        </p>
      )}
      <PersonFields form={edit} own={own} />
      <section className={styles.attempts} aria-labelledby={heading}>
        <h3 id={heading}>{t("dashboard.attempts.title")}</h3>
        <Attempts userId={user.id} />
      </section>
    </FormDialog>
  );
}
