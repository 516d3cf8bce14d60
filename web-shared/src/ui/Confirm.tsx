// One question before something that cannot be taken back, or that weighs; and the row of buttons under any dialog.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../i18n/errors";
import styles from "./Confirm.module.css";
import { Dialog } from "./Dialog";
import { Note } from "./Scene";

interface ConfirmProps {
  title: ReactNode;
  children?: ReactNode;
  /** What the button does. */
  action: string;
  /** Nothing is lost by it: the button is not red. */
  harmless?: boolean;
  busy: boolean;
  /** What could not be done, before the reason. */
  failed?: string;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({ opened = true, ...props }: ConfirmProps & { opened?: boolean }) {
  return opened && <Question {...props} />;
}

function Question({ harmless = false, ...props }: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      {props.children}
      <div role="alert">
        {Boolean(props.error) && (
          <Note tone="danger">
            {props.failed && <p>{props.failed}</p>}
            {errorText(props.error)}
          </Note>
        )}
      </div>
      <DialogActions>
        <Button variant="outline" onClick={props.onClose} data-autofocus>
          {t("profile.cancel")}
        </Button>
        <Button
          {...(harmless ? {} : { color: "red" })}
          loading={props.busy}
          onClick={props.onConfirm}
        >
          {props.action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** At the right, the action last; on a phone below each other, the action first. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
