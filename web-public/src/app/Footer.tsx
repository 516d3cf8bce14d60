// The foot of every public page, under the roof tiles: courses, school, address, legal pages, and who made the roof.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { today } from "web-shared/format/format";
import { school } from "web-shared/school";
import { taught } from "web-shared/theme/language";
import { Logo } from "web-shared/ui/Logo";
import styles from "./Footer.module.css";

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.tiles} aria-hidden="true" />
      <div className={styles.night}>
        <div className="wrap">
          <div className={styles.columns}>
            <div>
              <Link to="/" aria-label={t("nav.home", { school: school.name })}>
                <Logo onNight height={44} />
              </Link>
              <p>{t("footer.motto")}</p>
            </div>
            <div>
              <h2>{t("footer.courses")}</h2>
              <ul>
                {taught.map(({ key, code }) => (
                  <li key={key}>
                    <Link to={`/courses/${key.toLowerCase()}`}>{t(`languages.${code}`)}</Link>
                  </li>
                ))}
                <li>
                  <Link to="/tests">{t("nav.test")}</Link>
                </li>
              </ul>
            </div>
            <div>
              <h2>{t("footer.school")}</h2>
              <ul>
                <li>
                  <Link to="/home/introduction">{t("nav.introduction")}</Link>
                </li>
                <li>
                  <Link to="/home/features">{t("nav.method")}</Link>
                </li>
                <li>
                  <Link to="/home/team">{t("nav.team")}</Link>
                </li>
                <li>
                  <Link to="/faq">{t("footer.questions")}</Link>
                </li>
                <li>
                  <Link to="/settings">{t("footer.settings")}</Link>
                </li>
              </ul>
            </div>
            <div>
              <h2>{t("footer.find")}</h2>
              <address>
                {school.street}
                <br />
                {school.postalCode} {school.city}
                <br />
                <a href={`tel:${school.phoneLink}`}>{school.phone}</a>
                <br />
                <a href={`mailto:${school.email}`}>{school.email}</a>
              </address>
            </div>
          </div>
          <div className={styles.end}>
            <span>© {today().slice(0, 4)} Préau</span>
            <ul>
              <li>
                <Link to="/mentions-legales">{t("footer.legal")}</Link>
              </li>
              <li>
                <Link to="/confidentialite">{t("footer.privacy")}</Link>
              </li>
              <li>
                <Link to="/cgv">{t("footer.terms")}</Link>
              </li>
              <li>
                <Link to="/accessibilite">{t("footer.accessibility")}</Link>
              </li>
            </ul>
          </div>
        </div>
      </div>
    </footer>
  );
}
