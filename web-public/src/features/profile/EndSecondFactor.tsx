// Switching the second factor off, for a code.
import { useTranslation } from "react-i18next";
import { Dialog } from "web-shared/ui/Dialog";
import { notifySuccess } from "web-shared/ui/notify";
import { CodeForm } from "./CodeForm";
import { useEndSecondFactor } from "./secondFactor";

export function EndSecondFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const end = useEndSecondFactor();

  function ended() {
    notifySuccess(t("profile.factor.ended"));
    onClose();
  }

  return (
    <Dialog onClose={onClose} title={t("profile.factor.endTitle")}>
      <CodeForm
        lead={t("profile.factor.endLead")}
        action={t("profile.factor.end")}
        danger
        busy={end.isPending}
        error={end.error}
        onCode={(code) => end.mutate(code, { onSuccess: ended })}
        onCancel={onClose}
      />
    </Dialog>
  );
}
