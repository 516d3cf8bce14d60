// A chapter or a lesson added from the tree. What was typed is not lost by a press beside the dialog.
import { type ReactNode, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { UnsavedInside } from "./unsaved";

interface AddDialogProps {
  title: string;
  /** Where it will stand. */
  under: string;
  onClose: () => void;
  children: ReactNode;
}

export function AddDialog({ title, under, onClose, children }: AddDialogProps) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const giveUp = useRef(() => {});
  const note = useCallback((isDirty: boolean, forget: () => void) => {
    setDirty(isDirty);
    giveUp.current = forget;
  }, []);
  return (
    <Dialog size="xl" title={title} onClose={() => (dirty ? setAsking(true) : onClose())}>
      <p className="muted" lang="fr">
        {under}
      </p>
      <UnsavedInside onChange={note}>{children}</UnsavedInside>
      <Confirm
        opened={asking}
        title={t("dashboard.content.discard")}
        action={t("dashboard.content.discardAction")}
        busy={false}
        error={null}
        onConfirm={() => {
          giveUp.current();
          onClose();
        }}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}
