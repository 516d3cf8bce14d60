// The end of an account: what goes, what stays, and the server's reason when it may not be.
import { useTranslation } from "react-i18next";
import { endSession } from "web-shared/api/session";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { chooseToLeave } from "../../ui/leaving";
import { nameOf, type User, useDeleteUser } from "./api";
import styles from "./Users.module.css";
import { NoEmail } from "./useColumns";

interface DeleteUserProps {
  user: User;
  own: boolean;
  onClose: () => void;
}

export function DeleteUser({ user, own, onClose }: DeleteUserProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useDeleteUser(user.id, own);

  function deleted() {
    if (own) {
      chooseToLeave("/");
      return endSession();
    }
    notifySuccess(t("dashboard.users.deleted"));
    onClose();
  }

  return (
    <Confirm
      title={t("dashboard.users.deleteTitle")}
      action={t("dashboard.users.delete")}
      busy={isPending}
      failed={t("dashboard.users.deleteFailed")}
      error={error}
      onConfirm={() => mutate(undefined, { onSuccess: deleted })}
      onClose={onClose}
    >
      <p className={styles.who}>
        <b>{nameOf(user)}</b>
        {user.email ? <span>{user.email}</span> : <NoEmail user={user} />}
      </p>
      <p>{t(own ? "dashboard.users.deleteOwn" : "dashboard.users.deleteText")}</p>
    </Confirm>
  );
}
