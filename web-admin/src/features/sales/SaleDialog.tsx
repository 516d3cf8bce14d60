// A form about one sale in a dialog: what was refused stands under its field or above the buttons.
import { Button } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";
import { isStale } from "./api";
import styles from "./Sales.module.css";
import { StaleNote } from "./StaleNote";

interface SaleDialogProps {
  title: string;
  /** What the button does. */
  action: string;
  /** Fields that tell their own fault. */
  fields: readonly string[];
  busy: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function SaleDialog({ fields, busy, error, ...props }: SaleDialogProps) {
  const { t } = useTranslation();
  const { form, attempt } = useFirstFault(error);
  const told = isStale(error) || fields.some((name) => fieldError(error, name));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    attempt();
    props.onSubmit();
  }

  return (
    <Dialog onClose={props.onClose} size={540} title={props.title}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {props.children}
        <StaleNote error={error} />
        <div role="alert">
          {Boolean(error) && !told && <Note tone="danger">{errorText(error)}</Note>}
        </div>
        <DialogActions>
          <Button variant="outline" onClick={props.onClose}>
            {t("profile.cancel")}
          </Button>
          <Button type="submit" loading={busy}>
            {props.action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
