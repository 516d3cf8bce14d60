// The arcade of the four languages: each arch is a link, its name stands in the patch of light under it.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { taught } from "web-shared/theme/language";
import styles from "./Home.module.css";

export function Doors() {
  const { t } = useTranslation();
  return (
    <ul className={styles.doors}>
      {taught.map(({ key, code, slug }) => (
        <li key={key} className={styles.door} data-language={code}>
          <Link to={`/courses/${key.toLowerCase()}`}>
            <img src={`/illustrations/arche-${slug}.svg`} alt="" width={280} height={360} />
            <span className={styles.ground}>
              <span className={styles.name}>{t(`languages.${code}`)}</span>
              <span className={styles.levels}>{t("home.levels")}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
