// "Which language?", asked by the two buttons of the hero; the answer leads to the list of courses.
import { Button, Modal, SimpleGrid } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { taught } from "web-shared/theme/language";
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
  const byName = [...taught].sort((a, b) => a.name.localeCompare(b.name, "fr"));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("home.chooseLanguage")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <SimpleGrid cols={2} spacing="sm">
        {byName.map(({ key, code, name }) => (
          <Button
            key={key}
            component={Link}
            to={`/courses?${new URLSearchParams({ language: name, type: type ?? "ONLINE" })}`}
            variant="outline"
            data-language={code}
            leftSection={<span className={styles.dot} />}
            justify="flex-start"
            onClick={onClose}
          >
            {t(`languages.${code}`)}
          </Button>
        ))}
      </SimpleGrid>
    </Modal>
  );
}
