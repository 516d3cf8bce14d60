// The step that some cards ask for: the holder confirms at their bank. Played by the test mode.
import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./Checkout.module.css";

interface BankDialogProps {
  opened: boolean;
  amount: string;
  onAnswer: (action: "approve" | "reject") => void;
}

export function BankDialog({ opened, amount, onAnswer }: BankDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={() => onAnswer("reject")}
      title={t("booking.bankTitle")}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("booking.bankReject") }}
    >
      <p>{t("booking.bankText", { amount })}</p>
      <div className={styles.dialogActions}>
        <Button variant="outline" onClick={() => onAnswer("reject")}>
          {t("booking.bankReject")}
        </Button>
        <Button onClick={() => onAnswer("approve")}>{t("booking.bankApprove")}</Button>
      </div>
    </Modal>
  );
}
