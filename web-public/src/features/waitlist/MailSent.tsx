// After joining without an account: the mail that confirms the address, sent again if it does not come.
import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { type NewEntry, useJoin } from "./api";
import { State } from "./State";
import { Reason } from "./WaitForm";

interface MailSentProps {
  sent: NewEntry;
  /** Back to the form, for another address. */
  onChange: () => void;
}

export function MailSent({ sent, onChange }: MailSentProps) {
  const { t } = useTranslation();
  const again = useJoin();
  return (
    <State
      sign={<Icon name="envelope-simple" />}
      title={t("waitlist.sent.title")}
      arrived
      actions={
        <>
          <Anchor
            component="button"
            type="button"
            aria-disabled={again.isPending}
            onClick={() => again.isPending || again.mutate(sent)}
          >
            {t("waitlist.sent.again")}
          </Anchor>
          <Anchor component="button" type="button" onClick={onChange}>
            {t("waitlist.sent.change")}
          </Anchor>
        </>
      }
    >
      <p>{t("waitlist.sent.text", { email: sent.email })}</p>
      <div role="status">
        {again.isSuccess && <Note tone="success">{t("waitlist.sent.resent")}</Note>}
      </div>
      <div role="alert">
        {again.error && (
          <Note tone="danger">
            <Reason error={again.error} />
          </Note>
        )}
      </div>
    </State>
  );
}
