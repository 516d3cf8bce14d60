// Takes the second factor off the account of somebody who lost their phone and their recovery codes.
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { nameOf, type User, useResetSecondFactor } from "./api";
import styles from "./Users.module.css";

export function ResetSecondFactor({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useResetSecondFactor(user.id);

  function done() {
    notifySuccess(t("dashboard.users.resetFactorDone"));
    onClose();
  }

  return (
    <Confirm
      title={t("dashboard.users.resetFactorTitle")}
      action={t("dashboard.users.resetFactorAction")}
      busy={isPending}
      error={error}
      onConfirm={() => mutate(undefined, { onSuccess: done })}
      onClose={onClose}
    >
      <p className={styles.who}>
        <b>{nameOf(user)}</b>
        <span>{user.email}</span>
      </p>
      <p>{t("dashboard.users.resetFactorText")}</p>
    </Confirm>
  );
}
