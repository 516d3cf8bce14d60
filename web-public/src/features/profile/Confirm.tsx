// One question before something that cannot be taken back.
import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import styles from "./Profile.module.css";

interface ConfirmProps {
  title: string;
  children: ReactNode;
  /** What the button does. */
  action: string;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {props.children}
      <div role="alert">
        {Boolean(props.error) && <Note tone="danger">{errorText(props.error)}</Note>}
      </div>
      <div className={styles.dialogActions}>
        <Button variant="outline" onClick={props.onClose} data-autofocus>
          {t("profile.cancel")}
        </Button>
        <Button color="red" loading={props.busy} onClick={props.onConfirm}>
          {props.action}
        </Button>
      </div>
    </Modal>
  );
}
