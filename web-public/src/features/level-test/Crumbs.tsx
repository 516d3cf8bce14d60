// The way back from a test: home, and the choice of the language.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CHOOSER } from "./address";

export function Crumbs() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("catalogue.crumbs")}>
      <Link to="/">{t("catalogue.home")}</Link> / <Link to={CHOOSER}>{t("nav.test")}</Link>
    </nav>
  );
}
