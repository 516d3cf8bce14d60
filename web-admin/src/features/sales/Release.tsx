// Gives a held seat back. Paid for meanwhile, it is no longer to be given back unseen: the question goes away.
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";
import { isStale, type ReservationDetail, useRelease } from "./api";

interface ReleaseProps {
  reservation: ReservationDetail;
  onClose: () => void;
}

export function Release({ reservation: { id, version, courseName }, onClose }: ReleaseProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRelease();
  return (
    <Confirm
      title={t("dashboard.sales.releaseTitle")}
      action={t("dashboard.sales.release")}
      busy={isPending}
      error={error}
      onClose={onClose}
      onConfirm={() =>
        mutate(
          { id, version },
          {
            onSuccess: () => {
              notifySuccess(t("dashboard.sales.released"));
              onClose();
            },
            onError: (failure) => {
              if (!isStale(failure)) return;
              notifyFailure(t("dashboard.sales.stale"));
              onClose();
            },
          },
        )
      }
    >
      <p>{t("dashboard.sales.releaseText", { course: courseName })}</p>
    </Confirm>
  );
}
