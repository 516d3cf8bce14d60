// "Which language?", asked by the two buttons of the hero; the answer leads to the list of courses.

import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import styles from "./Home.module.css";

export type CourseType = "ONLINE" | "IN_PERSON";

export function LanguageDialog({
  opened,
  type,
  onClose,
}: {
  opened: boolean;
  type: CourseType | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const byName = [...useLanguages().all].sort((a, b) => a.name.localeCompare(b.name, "fr"));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("home.chooseLanguage")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <div className={styles.languages}>
        {byName.map((language) => (
          <Button
            key={language.code}
            component={Link}
            to={`/courses?${new URLSearchParams({ language: language.name, type: type ?? "ONLINE" })}`}
            variant="outline"
            data-language={language.code}
            leftSection={<span className={styles.dot} />}
            justify="flex-start"
            onClick={onClose}
          >
            {labelOf(language)}
          </Button>
        ))}
      </div>
    </Modal>
  );
}
