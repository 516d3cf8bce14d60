// Where one can go: what everybody of the staff has, what only an administrator has, the site, and out.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { api } from "web-shared/api/client";
import { endSession, type Role } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { Logo } from "web-shared/ui/Logo";
import { SignOut } from "../features/desktop/parts";
import { attentionQuery } from "../features/home/api";
import { platform } from "../platform/platform";
import { chooseToLeave } from "./leaving";
import { type Entry, forAdmin, forStaff } from "./navigation";
import styles from "./Shell.module.css";

interface SidebarProps {
  role: Role;
  inDrawer?: boolean;
}

export function Sidebar({ role, inDrawer = false }: SidebarProps) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  return (
    <nav className={styles.nav} aria-label={t("nav.main")}>
      {!inDrawer && (
        <NavLink to="/accueil" className={styles.logo} aria-label={t("nav.dashboard")}>
          <Logo height={36} />
        </NavLink>
      )}
      <Entries entries={forStaff} role={role} />
      {role === "ADMIN" && (
        <>
          <hr />
          <Entries entries={forAdmin} role={role} />
        </>
      )}
      <div className={styles.foot}>
        <a href="/">
          <Icon name="arrow-square-out" />
          {t("dashboard.nav.site")}
        </a>
        <button type="button" onClick={() => (platform.app ? setLeaving(true) : void leave())}>
          <Icon name="sign-out" />
          {t("nav.logout")}
        </button>
        {platform.app && <SignOut opened={leaving} onClose={() => setLeaving(false)} />}
      </div>
    </nav>
  );
}

function Entries({ entries, role }: { entries: Entry[]; role: Role }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.to}>
          {entry.parts ? (
            <Folder entry={entry} parts={entry.parts} role={role} />
          ) : (
            <NavLink to={entry.to}>
              <Words entry={entry} role={role} />
            </NavLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** An entry that opens to its parts; the one of the page shown is open. */
function Folder({
  entry,
  parts,
  role,
}: {
  entry: Entry;
  parts: NonNullable<Entry["parts"]>;
  role: Role;
}) {
  const { t } = useTranslation();
  const here = useLocation().pathname.startsWith(entry.to);
  const [opened, setOpened] = useState(here);
  return (
    <>
      <button type="button" aria-expanded={opened || here} onClick={() => setOpened(!opened)}>
        <Words entry={entry} role={role} />
        <span className={styles.caret}>
          <Icon name={opened || here ? "caret-up-bold" : "caret-down-bold"} size={14} />
        </span>
      </button>
      {(opened || here) && (
        <ul className={styles.parts}>
          {parts.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to}>{t(label)}</NavLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Words({ entry, role }: { entry: Entry; role: Role }) {
  const { t } = useTranslation();
  const { data } = useQuery(attentionQuery(role));
  const waiting = entry.waiting ? (data?.[entry.waiting] ?? 0) : 0;
  return (
    <>
      <Icon name={entry.icon} />
      {t(entry.label)}
      {waiting > 0 && (
        <span className={styles.waiting}>
          {waiting}
          <span className="hidden"> {t("dashboard.nav.waiting")}</span>
        </span>
      )}
    </>
  );
}

/** Leaves at once; the server is told on the way. */
async function leave(): Promise<void> {
  chooseToLeave();
  await api.POST("/auth/logout", {}).catch(() => null);
  endSession();
}
