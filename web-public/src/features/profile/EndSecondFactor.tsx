// Switching the second factor off, for a code.
import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { notifySuccess } from "web-shared/ui/notify";
import { useFocusBack } from "web-shared/ui/useFocusBack";
import { CodeForm } from "./CodeForm";
import { useEndSecondFactor } from "./secondFactor";

export function EndSecondFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const end = useEndSecondFactor();
  useFocusBack();

  function ended() {
    notifySuccess(t("profile.factor.ended"));
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("profile.factor.endTitle")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <CodeForm
        lead={t("profile.factor.endLead")}
        action={t("profile.factor.end")}
        danger
        busy={end.isPending}
        error={end.error}
        onCode={(code) => end.mutate(code, { onSuccess: ended })}
        onCancel={onClose}
      />
    </Modal>
  );
}
