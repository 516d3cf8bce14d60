// Offers a free seat to somebody out of the order: they are written to, so it is asked first.
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { type Entry, useOffer } from "./api";
import { nameOf } from "./words";

interface OfferDialogProps {
  entry: Entry;
  course: Course;
  onClose: () => void;
}

export function OfferDialog({ entry, course, onClose }: OfferDialogProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useOffer();
  const name = nameOf(entry);
  const onSuccess = () => {
    notifySuccess(t("dashboard.waitlist.offerDone", { name }));
    onClose();
  };
  return (
    <Confirm
      harmless
      title={t("dashboard.waitlist.offerTitle")}
      action={t("dashboard.waitlist.offerSubmit")}
      busy={isPending}
      error={error}
      onConfirm={() => mutate(entry.id, { onSuccess })}
      onClose={onClose}
    >
      <p>{t("dashboard.waitlist.offerText", { course: course.name, name })}</p>
    </Confirm>
  );
}
