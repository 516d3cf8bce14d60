// The navigation: logo, links by role, settings, account. Under 1180 px the links move into a drawer.
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Link, NavLink, useLocation } from "react-router";
import { useSession } from "web-shared/api/session";
import { school } from "web-shared/school";
import { taught } from "web-shared/theme/language";
import { Icon } from "web-shared/ui/Icon";
import { Logo } from "web-shared/ui/Logo";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { AccountMenu } from "./AccountMenu";
import { BarMenu } from "./BarMenu";
import styles from "./NavBar.module.css";
import { linksFor, type NavLinkItem } from "./navigation";

const NavDrawer = lazyDialog(() => import("./NavDrawer").then((module) => module.NavDrawer));

const COURSE_PAGES = /^\/(courses|online-course|offline-course|reservation)/;

export function NavBar() {
  const { t } = useTranslation();
  const session = useSession();
  const [opened, drawer] = useDisclosure(false);
  return (
    <div className={styles.nav}>
      <div className={`wrap ${styles.row}`}>
        <Link className={styles.logo} to="/" aria-label={t("nav.home", { school: school.name })}>
          <Logo />
        </Link>
        <nav className={styles.links} aria-label={t("nav.main")}>
          <ul>
            <li>
              <CoursesMenu />
            </li>
            {linksFor(session).map((link) => (
              <li key={link.to}>
                <BarLink {...link} />
              </li>
            ))}
          </ul>
        </nav>
        <Link className={styles.gear} to="/settings" aria-label={t("nav.settings")}>
          <Icon name="sliders-horizontal" />
        </Link>
        <AccountMenu />
        <button
          type="button"
          className={styles.burger}
          aria-label={t("nav.open")}
          onClick={drawer.open}
        >
          <Icon name="list-bold" size={24} />
        </button>
      </div>
      <NavDrawer opened={opened} onClose={drawer.close} />
    </div>
  );
}

function BarLink({ to, label, outside }: NavLinkItem) {
  const { t } = useTranslation();
  return outside ? <a href={to}>{t(label)}</a> : <NavLink to={to}>{t(label)}</NavLink>;
}

function CoursesMenu() {
  const { t } = useTranslation();
  const here = COURSE_PAGES.test(useLocation().pathname);
  return (
    <BarMenu
      className={styles.courses}
      here={here}
      button={
        <>
          {t("nav.courses")}
          <Icon name="caret-down-bold" size={16} />
        </>
      }
    >
      {(close) =>
        taught.map(({ key, code }) => (
          <li key={key}>
            <Link to={`/courses/${key.toLowerCase()}`} data-language={code} onClick={close}>
              <span className={styles.dot} />
              {t(`languages.${code}`)}
            </Link>
          </li>
        ))
      }
    </BarMenu>
  );
}
