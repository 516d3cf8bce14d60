// Leaving the list, or letting an offered seat pass: asked once, for neither can be taken back.
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { type Entry, type Token, useWithdraw } from "./api";

interface WithdrawProps {
  opened: boolean;
  entry: Entry;
  token: Token;
  onClose: () => void;
}

export function Leave({ opened, entry, token, onClose }: WithdrawProps) {
  const { t } = useTranslation();
  const onDone = () => {
    notifySuccess(t("waitlist.leave.done"));
    onClose();
  };
  const leave = useWithdraw({ how: "leave", entry, token, onDone });
  return (
    <Confirm
      opened={opened}
      title={t("waitlist.leave.title")}
      action={t("waitlist.leave.action")}
      busy={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      <p lang="fr">
        <b>{entry.courseName}</b>
      </p>
      <p>{t("waitlist.leave.text")}</p>
    </Confirm>
  );
}

export function Pass({ opened, entry, token, onClose }: WithdrawProps) {
  const { t } = useTranslation();
  const decline = useWithdraw({ how: "decline", entry, token, onDone: onClose });
  return (
    <Confirm
      opened={opened}
      title={t("waitlist.offer.passTitle")}
      action={t("waitlist.offer.passYes")}
      busy={decline.isPending}
      error={decline.error}
      onConfirm={() => decline.mutate()}
      onClose={onClose}
    >
      <p>{t("waitlist.offer.passText")}</p>
    </Confirm>
  );
}
