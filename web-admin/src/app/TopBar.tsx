// The search, who is here, and on narrow screens the way to the menu.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { SessionUser } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { Logo } from "web-shared/ui/Logo";
import { Pill } from "../features/desktop/parts";
import { SearchBox } from "../features/search/SearchBox";
import { platform } from "../platform/platform";
import { pagesFor } from "./navigation";
import { Person } from "./Person";
import styles from "./Shell.module.css";

export function TopBar({ user, onMenu }: { user: SessionUser; onMenu: () => void }) {
  const { t } = useTranslation();
  const { role } = user;
  return (
    <header className={styles.top}>
      <button type="button" className={styles.burger} aria-label={t("nav.open")} onClick={onMenu}>
        <Icon name="list-bold" size={24} />
      </button>
      <Link to="/accueil" className={styles.topLogo} aria-label={t("nav.dashboard")}>
        <Logo height={32} />
      </Link>
      <SearchBox
        role={role}
        pages={pagesFor(user).map(({ to, label }) => ({ to, title: t(label) }))}
      />
      {platform.app && <Pill />}
      <Person user={user} className={styles.person} />
    </header>
  );
}
