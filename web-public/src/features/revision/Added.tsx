// After a quiz with mistakes: what was missed comes back as cards.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { REVISION } from "./api";
import styles from "./Lesson.module.css";

export function Added({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <p className={styles.added}>
      <Icon name="stack" size={20} />
      <span>
        {t("revision.added", { count })} <Link to={REVISION}>{t("revision.title")}</Link>
      </span>
    </p>
  );
}
