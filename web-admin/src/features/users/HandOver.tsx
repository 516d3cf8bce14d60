// The password of an account, once: to be read out or copied, for it is shown nowhere else.
import { Button, CopyButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { Icon } from "web-shared/ui/Icon";
import { nameOf, type User } from "./api";
import styles from "./Users.module.css";

interface HandOverProps {
  user: User;
  password: string;
  onClose: () => void;
}

export function HandOver({ user, password, onClose }: HandOverProps) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t("dashboard.users.handOver")}>
      <p>{t("dashboard.users.handOverText", { name: nameOf(user) })}</p>
      <dl className={styles.secret}>
        <dt>{t("fields.email")}</dt>
        <dd>{user.email}</dd>
        <dt>{t("account.password")}</dt>
        <dd className={styles.code}>{password}</dd>
      </dl>
      <CopyButton value={password} timeout={3000}>
        {({ copied, copy }) => (
          <DialogActions>
            <span className="hidden" role="status">
              {copied && t("dashboard.users.copied")}
            </span>
            <Button variant="outline" onClick={onClose}>
              {t("common.close")}
            </Button>
            <Button
              onClick={copy}
              leftSection={<Icon name={copied ? "check-bold" : "copy"} />}
              data-autofocus
            >
              {t(`dashboard.users.${copied ? "copied" : "copy"}`)}
            </Button>
          </DialogActions>
        )}
      </CopyButton>
    </Dialog>
  );
}
