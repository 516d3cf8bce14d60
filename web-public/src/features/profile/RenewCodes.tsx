// New recovery codes in place of the present ones, for a code.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "web-shared/ui/Dialog";
import { CodeForm } from "./CodeForm";
import { RecoveryCodes } from "./RecoveryCodes";
import { useRenewCodes } from "./secondFactor";

export function RenewCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useRenewCodes();
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={!codes}
      closeOnEscape={!codes}
      withCloseButton={!codes}
      title={t(codes ? "profile.factor.codesTitle" : "profile.factor.renew")}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <CodeForm
          lead={t("profile.factor.renewLead")}
          action={t("profile.factor.renew")}
          busy={renew.isPending}
          error={renew.error}
          onCode={(code) =>
            renew.mutate(code, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) })
          }
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
