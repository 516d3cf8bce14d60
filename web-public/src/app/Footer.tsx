// The foot of every public page, under the roof tiles: courses, school, address, legal pages, and who made the roof.

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { today } from "web-shared/format/format";
import { phoneLink, type School, townOf, useSchool } from "web-shared/school";
import { labelOf, useLanguages, wordOf } from "web-shared/taughtLanguages";
import { Logo } from "web-shared/ui/Logo";
import styles from "./Footer.module.css";

/** Who made the roof; the school's own name may be another. */
const PRODUCT = "Préau";

export function Footer() {
  const { t } = useTranslation();
  const school = useSchool();
  const languages = useLanguages();
  const published = (kind: "LEGAL" | "TERMS") => school.pages.some((page) => page.kind === kind);
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
                {languages.all.map((language) => (
                  <li key={language.code}>
                    <Link to={`/courses/${wordOf(language)}`}>{labelOf(language)}</Link>
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
                  <Link to="/verifier">{t("footer.certificates")}</Link>
                </li>
                <li>
                  <Link to="/settings">{t("footer.settings")}</Link>
                </li>
              </ul>
            </div>
            <div>
              <h2>{t("footer.find")}</h2>
              <Whereabouts school={school} />
            </div>
          </div>
          <div className={styles.end}>
            <span>
              © {today().slice(0, 4)} {school.name}
              {school.name !== PRODUCT && ` · ${PRODUCT}`}
            </span>
            <ul>
              {published("LEGAL") && (
                <li>
                  <Link to="/mentions-legales">{t("footer.legal")}</Link>
                </li>
              )}
              <li>
                <Link to="/confidentialite">{t("footer.privacy")}</Link>
              </li>
              {published("TERMS") && (
                <li>
                  <Link to="/cgv">{t("footer.terms")}</Link>
                </li>
              )}
              <li>
                <Link to="/accessibilite">{t("footer.accessibility")}</Link>
              </li>
              <li>
                <a href="/licences">{t("footer.licences")}</a>
              </li>
            </ul>
          </div>
        </div>
      </div>
    </footer>
  );
}

/** As much as the school has said. */
function Whereabouts({ school }: { school: School }) {
  const { street, phone, email } = school;
  const lines = [
    street && <span key="street">{street}</span>,
    townOf(school) && <span key="town">{townOf(school)}</span>,
    phone && (
      <a key="phone" href={`tel:${phoneLink(phone)}`}>
        {phone}
      </a>
    ),
    email && (
      <a key="email" href={`mailto:${email}`}>
        {email}
      </a>
    ),
  ];
  return (
    <address>
      <b>{school.name}</b>
      {lines}
    </address>
  );
}
