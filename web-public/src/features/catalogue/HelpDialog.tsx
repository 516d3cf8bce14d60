// "Besoin d'aide pour choisir ?", asked over the list.

import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Taught } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import styles from "./Courses.module.css";

interface HelpDialogProps {
  opened: boolean;
  language: Taught | undefined;
  onLater: () => void;
}

export function HelpDialog({ opened, language, onLater }: HelpDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onLater}
      title={t("catalogue.helpTitle")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <p>{t("catalogue.helpText")}</p>
      <div className={styles.dialogActions}>
        <Button variant="subtle" onClick={onLater}>
          {t("catalogue.later")}
        </Button>
        <Button component={Link} to={testAddress(language)} onClick={onLater}>
          {t("catalogue.takeTest")}
        </Button>
      </div>
    </Modal>
  );
}
