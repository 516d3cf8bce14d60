// Asks before the address of a calendar is revoked: the calendar reads nothing more by it.
import { useTranslation } from "react-i18next";
import { type CalendarToken, useRevokeCalendar } from "../../api/calendars";
import { Confirm } from "../Confirm";
import { notifySuccess } from "../notify";

interface RevokeCalendarProps {
  token: CalendarToken;
  /** What follows. */
  text: string;
  onClose: () => void;
}

export function RevokeCalendar({ token, text, onClose }: RevokeCalendarProps) {
  const { t } = useTranslation();
  const revoke = useRevokeCalendar();
  return (
    <Confirm
      title={t("profile.calendars.revokeTitle")}
      action={t("profile.calendars.revoke")}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() =>
        revoke.mutate(token.id, {
          onSuccess: () => {
            notifySuccess(t("profile.calendars.revoked"));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>{text}</p>
    </Confirm>
  );
}
