// What is to be known of a learner, who agreed to it.
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Needs.module.css";

export function Needs({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.needs}>
      <Icon name="info" size={18} />
      <span>
        <span className="hidden">{t("dashboard.today.needs")} </span>
        {children}
      </span>
    </span>
  );
}
