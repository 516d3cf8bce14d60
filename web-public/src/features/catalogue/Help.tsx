// "Besoin d'aide pour choisir ?": a card in the list, or a dialog after fifteen seconds where there is no card.
import { Button, Modal } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Taught } from "web-shared/theme/language";
import styles from "./Courses.module.css";
import type { Help } from "./useHelp";

const PATIENCE = 15_000; // milliseconds

export function testAddress(language: Taught | undefined): string {
  return language ? `/test?language=${language.key}` : "/tests";
}

export function HelpCard({ language, onLater }: { language: Taught; onLater: () => void }) {
  const { t } = useTranslation();
  return (
    <aside className={styles.help} aria-labelledby="course-help">
      <img src="/illustrations/bulles.svg" alt="" width={150} height={112} loading="lazy" />
      <div>
        <h2 id="course-help">{t("catalogue.helpTitle")}</h2>
        <p>{t("catalogue.helpText")}</p>
      </div>
      <div className={styles.helpActions}>
        <Button variant="subtle" size="sm" onClick={onLater}>
          {t("catalogue.later")}
        </Button>
        <Button component={Link} to={testAddress(language)} size="sm">
          {t("catalogue.takeTest")}
        </Button>
      </div>
    </aside>
  );
}

export function HelpDialog({ language, help }: { language: Taught | undefined; help: Help }) {
  const { t } = useTranslation();
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Modal
      opened={due && !help.dismissed}
      onClose={help.dismiss}
      title={t("catalogue.helpTitle")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <p>{t("catalogue.helpText")}</p>
      <div className={styles.dialogActions}>
        <Button variant="subtle" onClick={help.dismiss}>
          {t("catalogue.later")}
        </Button>
        <Button component={Link} to={testAddress(language)} onClick={help.dismiss}>
          {t("catalogue.takeTest")}
        </Button>
      </div>
    </Modal>
  );
}
