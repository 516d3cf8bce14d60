// The frame of a teacher: their few pages at the top, on a phone at the foot of the screen, in reach of the thumb.
import { useTranslation } from "react-i18next";
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from "react-router";
import type { SessionUser } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { Logo } from "web-shared/ui/Logo";
import { CALLING, useLeaving } from "./Leaving";
import { forTeacher } from "./navigation";
import { Person } from "./Person";
import styles from "./TeacherFrame.module.css";

export function TeacherFrame({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { press, question } = useLeaving();
  // There what ends the work stands at the foot of a phone, and the navigation does not.
  const calling = CALLING.test(useLocation().pathname);
  return (
    <div className={styles.frame} data-calling={calling || undefined}>
      <a className={styles.skip} href="#main">
        {t("nav.skip")}
      </a>
      <header className={styles.top}>
        <Link to="/aujourdhui" className={styles.logo} aria-label={t("nav.dashboard")}>
          <Logo height={34} />
        </Link>
        <nav className={styles.nav} aria-label={t("nav.main")}>
          {forTeacher.map(({ to, label, icon }) => (
            <NavLink key={to} to={to}>
              <Icon name={icon} size="1.35em" />
              <span>{t(label)}</span>
            </NavLink>
          ))}
        </nav>
        <div className={styles.account}>
          <Person user={user} className={styles.person} />
          <button
            type="button"
            className={styles.out}
            aria-label={t("nav.logout")}
            title={t("nav.logout")}
            onClick={press}
          >
            <Icon name="sign-out" size={22} />
          </button>
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      {question}
      <ScrollRestoration />
    </div>
  );
}
