// The night-coloured line above the navigation: where the school is, how to reach it, the interface's language.
// Wide screens only, and only at the top of the page.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { school } from "web-shared/school";
import { Icon } from "web-shared/ui/Icon";
import { useScrolled } from "web-shared/ui/useScrolled";
import { LanguageSwitch } from "./LanguageSwitch";
import styles from "./Layout.module.css";

export function TopBar() {
  const { t } = useTranslation();
  const scrolled = useScrolled(1);
  return (
    <div className={styles.topBar} data-scrolled={scrolled || undefined}>
      <div className="wrap">
        <div>
          <span>
            <Icon name="map-pin" />
            {school.street}, {school.city}
          </span>
          <a href={`tel:${school.phoneLink}`}>
            <Icon name="phone" />
            {school.phone}
          </a>
        </div>
        <div>
          <Link to="/contacts?subject=meeting">{t("nav.meeting")}</Link>
          <LanguageSwitch />
        </div>
      </div>
    </div>
  );
}
