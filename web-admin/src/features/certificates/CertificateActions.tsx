// What can be done with a certificate: keep its PDF, look at it as the public does, revoke it, reinstate it.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Certificate } from "web-shared/api/certificates";
import { useCertificatePdf } from "web-shared/ui/usePdf";
import { RowAction, RowActions, RowLink } from "../../ui/RowActions";
import { Reinstate } from "./Reinstate";
import { Revoke } from "./Revoke";

export interface CertificateDialogProps {
  certificate: Certificate;
  onClose: () => void;
}

const dialogs = { revoke: Revoke, reinstate: Reinstate };

export function CertificateActions({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation();
  const [opened, open] = useState<keyof typeof dialogs | null>(null);
  const pdf = useCertificatePdf();
  const { number, learnerName, revokedAt, verifyUrl } = certificate;
  const change = revokedAt ? "reinstate" : "revoke";
  const Dialog = opened && dialogs[opened];
  return (
    <>
      <RowActions
        name={number}
        main={
          learnerName &&
          !revokedAt && (
            <Button
              variant="subtle"
              size="sm"
              loading={pdf.isPending}
              aria-label={t("dashboard.certificates.download", { number })}
              onClick={() => pdf.mutate(certificate)}
            >
              {t("dashboard.certificates.downloadAction")}
            </Button>
          )
        }
      >
        {verifyUrl && (
          <RowLink
            icon="arrow-square-out"
            label={t("dashboard.certificates.page", { number })}
            text={t("dashboard.certificates.pageAction")}
            to={verifyUrl}
            outside
          />
        )}
        <RowAction
          icon={revokedAt ? "arrow-u-up-left" : "x-bold"}
          danger={!revokedAt}
          label={t(`dashboard.certificates.${change}Of`, { number })}
          text={t(`dashboard.certificates.${change}`)}
          onClick={() => open(change)}
        />
      </RowActions>
      {Dialog && <Dialog certificate={certificate} onClose={() => open(null)} />}
    </>
  );
}
