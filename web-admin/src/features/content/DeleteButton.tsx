// Deletes a row, after a question.
import { ActionIcon, Tooltip } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";

interface DeleteButtonProps {
  /** What the row is called. */
  name: string;
  question: string;
  /** What goes with it. */
  also?: string | undefined;
  failed: string;
  removal: { isPending: boolean; error: unknown; reset: () => void };
  onDelete: () => void;
}

export function DeleteButton(props: DeleteButtonProps) {
  const { name, question, also, failed, removal, onDelete } = props;
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const label = t("dashboard.content.delete", { name });
  function close() {
    setAsking(false);
    removal.reset();
  }
  return (
    <>
      <Tooltip label={t("dashboard.content.deleteAction")}>
        <ActionIcon color="red" size={40} aria-label={label} onClick={() => setAsking(true)}>
          <Icon name="trash" />
        </ActionIcon>
      </Tooltip>
      <Confirm
        opened={asking}
        title={question}
        action={t("dashboard.content.deleteAction")}
        busy={removal.isPending}
        failed={failed}
        error={removal.error}
        onConfirm={onDelete}
        onClose={close}
      >
        <p>
          <b lang="fr">{name}</b>
        </p>
        {also && <p>{also}</p>}
      </Confirm>
    </>
  );
}
