// The night-coloured line above the navigation: where the school is, how to reach it, the interface's language.
// Wide screens only, and only at the top of the page.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { phoneLink, useSchool } from "web-shared/school";
import { Icon } from "web-shared/ui/Icon";
import { useScrolled } from "web-shared/ui/useScrolled";
import { LanguageSwitch } from "./LanguageSwitch";
import styles from "./Layout.module.css";

export function TopBar() {
  const { t } = useTranslation();
  const scrolled = useScrolled(1);
  const { street, city, phone } = useSchool();
  return (
    <div className={styles.topBar} data-scrolled={scrolled || undefined}>
      <div className="wrap">
        <div>
          {(street || city) && (
            <span>
              <Icon name="map-pin" />
              {[street, city].filter(Boolean).join(", ")}
            </span>
          )}
          {phone && (
            <a href={`tel:${phoneLink(phone)}`}>
              <Icon name="phone" />
              {phone}
            </a>
          )}
        </div>
        <div>
          <Link to="/contacts?subject=meeting">{t("nav.meeting")}</Link>
          <LanguageSwitch />
        </div>
      </div>
    </div>
  );
}
