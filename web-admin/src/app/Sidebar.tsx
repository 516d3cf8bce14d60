// Where one can go: what everybody of the staff has, what only an administrator has, the site, and out.
import { Menu, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink, useLocation } from "react-router";
import type { Role, SessionUser } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { Logo } from "web-shared/ui/Logo";
import { SignOut } from "../features/desktop/parts";
import { attentionQuery } from "../features/home/api";
import { platform } from "../platform/platform";
import { useLeaving } from "./Leaving";
import { type Entry, forAdmin, forStaff, forStaffWhoTeach, teaches } from "./navigation";
import styles from "./Shell.module.css";

/** With its words, as a rail of signs, or in a drawer. */
type Form = "whole" | "rail" | "drawer";

interface SidebarProps {
  user: SessionUser;
  form: Form;
}

export function Sidebar({ user, form }: SidebarProps) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const { press, question } = useLeaving();
  const rail = form === "rail";
  const { role } = user;
  return (
    <nav className={styles.nav} aria-label={t("nav.main")}>
      {form !== "drawer" && (
        <Link to="/accueil" className={styles.logo} aria-label={t("nav.dashboard")}>
          {rail ? <img src="/mark.svg" alt="" width={40} height={40} /> : <Logo height={36} />}
        </Link>
      )}
      {teaches(user) && <Entries entries={forStaffWhoTeach} role={role} rail={rail} />}
      <Entries entries={forStaff} role={role} rail={rail} />
      {role === "ADMIN" && (
        <>
          <hr />
          <Entries entries={forAdmin} role={role} rail={rail} />
        </>
      )}
      <div className={styles.foot}>
        <Sign rail={rail} label={t("dashboard.nav.site")}>
          <a href="/">
            <Icon name="arrow-square-out" />
            <span className={rail ? "hidden" : ""}>{t("dashboard.nav.site")}</span>
          </a>
        </Sign>
        <Sign rail={rail} label={t("nav.logout")}>
          <button type="button" onClick={() => (platform.app ? setLeaving(true) : press())}>
            <Icon name="sign-out" />
            <span className={rail ? "hidden" : ""}>{t("nav.logout")}</span>
          </button>
        </Sign>
        {question}
        {platform.app && <SignOut opened={leaving} onClose={() => setLeaving(false)} />}
      </div>
    </nav>
  );
}

/** Says what a sign means, where its words are not seen. */
function Sign({ rail, label, children }: { rail: boolean; label: string; children: ReactElement }) {
  if (!rail) return children;
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  );
}

interface EntriesProps {
  entries: Entry[];
  role: Role;
  rail: boolean;
}

function Entries({ entries, role, rail }: EntriesProps) {
  const { t } = useTranslation();
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.to}>
          {!entry.parts ? (
            <Sign rail={rail} label={t(entry.label)}>
              <NavLink to={entry.to}>
                <Words entry={entry} role={role} rail={rail} />
              </NavLink>
            </Sign>
          ) : rail ? (
            <RailFolder entry={entry} parts={entry.parts} role={role} />
          ) : (
            <Folder entry={entry} parts={entry.parts} role={role} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface FolderProps {
  entry: Entry;
  parts: NonNullable<Entry["parts"]>;
  role: Role;
}

/** An entry that opens to its parts; the one of the page shown is open. */
function Folder({ entry, parts, role }: FolderProps) {
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

/** On the rail its parts come in a menu beside it. */
function RailFolder({ entry, parts, role }: FolderProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <Menu position="right-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          title={t(entry.label)}
          data-here={pathname.startsWith(entry.to) || undefined}
        >
          <Words entry={entry} role={role} rail />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {parts.map(({ to, label }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            aria-current={pathname.startsWith(to) ? "page" : undefined}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Words({ entry, role, rail = false }: { entry: Entry; role: Role; rail?: boolean }) {
  const { t } = useTranslation();
  const { data } = useQuery(attentionQuery(role));
  const waiting = entry.waiting ? (data?.[entry.waiting] ?? 0) : 0;
  return (
    <>
      <Icon name={entry.icon} />
      <span className={rail ? "hidden" : ""}>{t(entry.label)}</span>
      {waiting > 0 && (
        <span className={styles.waiting}>
          {waiting}
          <span className="hidden"> {t("dashboard.nav.waiting")}</span>
        </span>
      )}
    </>
  );
}
