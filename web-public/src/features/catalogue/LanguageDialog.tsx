// "Which language?", asked before the list when the address does not say it.

import { Modal, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { labelOf, type Taught, useLanguages } from "web-shared/taughtLanguages";
import styles from "./CourseFilters.module.css";

interface LanguageDialogProps {
  opened: boolean;
  onClose: () => void;
  onChoose: (language: Taught) => void;
}

export function LanguageDialog({ opened, onClose, onChoose }: LanguageDialogProps) {
  const { t } = useTranslation();
  const byName = [...useLanguages().all].sort((a, b) => a.name.localeCompare(b.name, "fr"));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("catalogue.chooseLanguage")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <ul className={styles.doors}>
        {byName.map((language) => (
          <li key={language.code}>
            <UnstyledButton data-language={language.code} onClick={() => onChoose(language)}>
              <span className={styles.dot} />
              {labelOf(language)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
