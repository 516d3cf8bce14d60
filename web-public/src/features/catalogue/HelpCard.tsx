// "Besoin d'aide pour choisir ?" among the courses.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Taught } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import styles from "./Courses.module.css";
import type { Help } from "./useHelp";

export function HelpCard({ language, help }: { language: Taught; help: Help }) {
  const { t } = useTranslation();
  return (
    <aside className={styles.help} aria-labelledby="course-help">
      <img src="/illustrations/bulles.svg" alt="" width={150} height={112} loading="lazy" />
      <div>
        <h2 id="course-help">{t("catalogue.helpTitle")}</h2>
        <p>{t("catalogue.helpText")}</p>
      </div>
      <div className={styles.helpActions}>
        <Button variant="subtle" size="sm" onClick={help.later}>
          {t("catalogue.later")}
        </Button>
        <Button component={Link} to={testAddress(language)} size="sm">
          {t("catalogue.takeTest")}
        </Button>
      </div>
    </aside>
  );
}
