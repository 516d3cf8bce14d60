// A card is not wanted any more: asked once, for its past goes with it.
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { type RevisionCard, removeCard } from "./api";

interface RemoveCardProps {
  opened: boolean;
  card: RevisionCard;
  onRemoved: () => void;
  onClose: () => void;
}

export function RemoveCard({ opened, card, onRemoved, onClose }: RemoveCardProps) {
  const { t } = useTranslation();
  const remove = useMutation({
    mutationFn: () => removeCard(card.id),
    onSuccess: () => {
      onClose();
      onRemoved();
      notifySuccess(t("revision.remove.done"));
    },
    networkMode: "always",
  });

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <Confirm
      opened={opened}
      title={t("revision.remove.title")}
      action={t("revision.remove.action")}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={close}
    >
      <p>{t(`revision.remove.${card.kind}`)}</p>
    </Confirm>
  );
}
