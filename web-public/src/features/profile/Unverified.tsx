// Above everything while the address is not confirmed: what is missing, and another link.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import { useResendLink } from "./api";
import styles from "./Profile.module.css";

export function Unverified({ email }: { email: string }) {
  const { t } = useTranslation();
  const resend = useResendLink();
  return (
    <div className={styles.banner}>
      <Note tone="warning">
        <p>
          <b>{t("profile.verify.title", { email })}</b>
        </p>
        <p>{t("profile.verify.text")}</p>
        <p role="status">{resend.isSuccess && t("profile.verify.sent")}</p>
        <p role="alert">{resend.error && errorText(resend.error)}</p>
        {!resend.isSuccess && (
          <Button
            variant="outline"
            size="sm"
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {t("profile.verify.resend")}
          </Button>
        )}
      </Note>
    </div>
  );
}
