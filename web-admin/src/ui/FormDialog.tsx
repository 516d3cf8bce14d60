// A form in a dialog, from below on a phone. It closes only when nothing typed is lost, or when that is wanted.
import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Confirm, DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { Note } from "web-shared/ui/Scene";
import { useFirstFault } from "web-shared/ui/useFirstFault";

interface FormDialogProps {
  title: string;
  /** What the button does. */
  action: string;
  unsaved: boolean;
  busy: boolean;
  /** What could not be done, before the reason. */
  failed: string;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  /** A dialog that stands over the form. */
  question?: ReactNode;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, action, unsaved, busy, question, children } = props;
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { error } = props;
  const { form, attempt } = useFirstFault(error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    attempt();
    props.onSubmit();
  }
  const close = () => (unsaved ? setAsking(true) : props.onClose());

  return (
    <>
      <Dialog onClose={close} closeOnEscape={!asking && !question} size={640} title={title}>
        <form ref={form} onSubmit={submit} noValidate>
          {children}
          <div role="alert">
            {Boolean(error) && (
              <Note tone="danger">
                {props.failed} {errorText(error)}
              </Note>
            )}
          </div>
          <DialogActions>
            <Button variant="outline" onClick={close}>
              {t("profile.cancel")}
            </Button>
            <Button type="submit" loading={busy}>
              {action}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {question}
      {asking && (
        <Confirm
          title={t("profile.unsaved.title")}
          action={t("profile.unsaved.leave")}
          busy={false}
          error={null}
          onConfirm={props.onClose}
          onClose={() => setAsking(false)}
        >
          <p>{t("profile.unsaved.text")}</p>
        </Confirm>
      )}
      <LeaveGuard unsaved={unsaved && !busy} />
    </>
  );
}
