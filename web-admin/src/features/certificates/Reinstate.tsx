// Makes a revoked certificate valid again.
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { useReinstate } from "./api";
import type { CertificateDialogProps } from "./CertificateActions";

export function Reinstate({ certificate: { id, number }, onClose }: CertificateDialogProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useReinstate();
  function onSuccess() {
    notifySuccess(t("dashboard.certificates.reinstated", { number }));
    onClose();
  }
  return (
    <Confirm
      title={t("dashboard.certificates.reinstateTitle")}
      action={t("dashboard.certificates.reinstate")}
      harmless
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ id }, { onSuccess })}
      onClose={onClose}
    >
      <p>{t("dashboard.certificates.reinstateText", { number })}</p>
    </Confirm>
  );
}
