// The navigation: logo, links by role, settings, account. Under 1180 px the links move into a drawer.

import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink, useLocation } from "react-router";
import { isStaff, type Session, useSession } from "web-shared/api/session";
import { useSchool } from "web-shared/school";
import { labelOf, useLanguages, wordOf } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { Logo } from "web-shared/ui/Logo";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { AccountMenu } from "./AccountMenu";
import { BarMenu } from "./BarMenu";
import styles from "./NavBar.module.css";
import { helpLinks, type NavLinkItem, ownLinks, schoolLinks, testLink } from "./navigation";

const NavDrawer = lazyDialog(() => import("./NavDrawer").then((module) => module.NavDrawer));

const COURSE_PAGES =
  /^\/(cours(?!es-modules)|online-course(?!-modules-)|offline-course|reservation)/;

export function NavBar() {
  const { t } = useTranslation();
  const session = useSession();
  const school = useSchool();
  return (
    <div className={styles.nav}>
      <div className={`wrap ${styles.row}`}>
        <Link className={styles.logo} to="/" aria-label={t("nav.home", { school: school.name })}>
          <Logo />
        </Link>
        <nav className={styles.links} aria-label={t("nav.main")}>
          <ul>
            <CoursesMenu />
            {barLinks(session)}
          </ul>
        </nav>
        <Link className={styles.gear} to="/settings" aria-label={t("nav.settings")}>
          <Icon name="sliders-horizontal" />
        </Link>
        <AccountMenu />
        <Burger />
      </div>
    </div>
  );
}

/** Opening the drawer draws nothing else anew. */
function Burger() {
  const { t } = useTranslation();
  const [opened, drawer] = useDisclosure(false);
  return (
    <>
      <button
        type="button"
        className={styles.burger}
        aria-label={t("nav.open")}
        onClick={drawer.open}
      >
        <Icon name="list-bold" size={24} />
      </button>
      <NavDrawer opened={opened} onClose={drawer.close} />
    </>
  );
}

/** A visitor finds method and team in the bar itself; who has links of their own finds the school in a menu, and
 * staff, who has two, its help as well: the bar stays one line in every language. */
function barLinks(session: Session | null): ReactNode {
  const own = ownLinks(session);
  const [, ...ofSchool] = schoolLinks;
  const links = (items: NavLinkItem[]) => items.map((item) => <BarLink key={item.to} {...item} />);
  if (isStaff(session)) {
    return (
      <>
        {links([...own, testLink])}
        <SchoolMenu items={[...schoolLinks, ...helpLinks]} />
      </>
    );
  }
  return (
    <>
      {links([...own, testLink])}
      {own.length > 0 ? <SchoolMenu items={schoolLinks} /> : links(ofSchool)}
      {links(helpLinks)}
    </>
  );
}

function BarLink({ to, label, outside, under }: NavLinkItem) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const within = under?.test(pathname);
  if (outside) {
    return (
      <li>
        <a href={to}>{t(label)}</a>
      </li>
    );
  }
  return (
    <li>
      {within ? (
        <Link to={to} aria-current="true">
          {t(label)}
        </Link>
      ) : (
        <NavLink to={to}>{t(label)}</NavLink>
      )}
    </li>
  );
}

function SchoolMenu({ items }: { items: NavLinkItem[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <LinkMenu label={t("nav.school")} here={items.some(({ to }) => to === pathname)}>
      {(close) =>
        items.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} onClick={close}>
              {t(label)}
            </NavLink>
          </li>
        ))
      }
    </LinkMenu>
  );
}

function CoursesMenu() {
  const { t } = useTranslation();
  const languages = useLanguages();
  const here = COURSE_PAGES.test(useLocation().pathname);
  return (
    <LinkMenu label={t("nav.courses")} here={here}>
      {(close) =>
        languages.all.map((language) => (
          <li key={language.code}>
            <Link to={`/courses/${wordOf(language)}`} data-language={language.code} onClick={close}>
              <span className={styles.dot} />
              {labelOf(language)}
            </Link>
          </li>
        ))
      }
    </LinkMenu>
  );
}

interface LinkMenuProps {
  label: string;
  here: boolean;
  children: (close: () => void) => ReactNode;
}

function LinkMenu({ label, here, children }: LinkMenuProps) {
  return (
    <li>
      <BarMenu
        className={styles.opener}
        here={here}
        button={
          <>
            {label}
            <Icon name="caret-down-bold" size={16} />
          </>
        }
      >
        {children}
      </BarMenu>
    </li>
  );
}
