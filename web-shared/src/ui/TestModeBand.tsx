// The hatched band that says no real money moves. Shown by the booking pages while the sandbox takes the payments.
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import styles from "./TestModeBand.module.css";

export function TestModeBand() {
  const { t } = useTranslation();
  return (
    <aside className={styles.band} aria-label={t("testMode.name")}>
      <span>
        <Icon name="flask-bold" />
        {t("testMode.text")}
      </span>
    </aside>
  );
}
