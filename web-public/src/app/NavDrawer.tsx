// The navigation on narrow screens: a drawer with everything the bar holds, one under the other.

import { Drawer, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { useSession } from "web-shared/api/session";
import { labelOf, useLanguages, wordOf } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { useSignOut } from "../features/account/api";
import { type AccountDialog, useAccountDialog } from "../features/account/useAccountDialog";
import { LanguageList } from "./LanguageSwitch";
import styles from "./NavBar.module.css";
import { accountLinks, helpLinks, ownLinks, schoolLinks, testLink } from "./navigation";

export function NavDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={t("nav.menu")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <DrawerLinks onLeave={onClose} />
    </Drawer>
  );
}

function DrawerLinks({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const languages = useLanguages();
  const session = useSession();
  const dialog = useAccountDialog();
  const signOut = useSignOut();

  function openDialog(name: AccountDialog) {
    onLeave();
    dialog.open(name);
  }

  return (
    <nav className={styles.drawer} aria-label={t("nav.main")}>
      {languages.all.map((language) => (
        <NavLink
          key={language.code}
          to={`/courses/${wordOf(language)}`}
          data-language={language.code}
          onClick={onLeave}
        >
          <span className={styles.dot} />
          {t("nav.coursesOf", { language: labelOf(language) })}
        </NavLink>
      ))}
      <hr />
      {[...ownLinks(session), testLink, ...schoolLinks, ...helpLinks].map(
        ({ to, label, outside }) =>
          outside ? (
            <a key={to} href={to}>
              {t(label)}
            </a>
          ) : (
            <NavLink key={to} to={to} onClick={onLeave}>
              {t(label)}
            </NavLink>
          ),
      )}
      <NavLink to="/settings" onClick={onLeave}>
        {t("nav.settings")}
      </NavLink>
      <hr />
      {session ? (
        <>
          {accountLinks(session).map(({ to, label, icon }) => (
            <NavLink key={to} to={to} end onClick={onLeave}>
              <Icon name={icon} />
              {t(label)}
            </NavLink>
          ))}
          <UnstyledButton
            onClick={() => {
              onLeave();
              signOut.mutate();
            }}
          >
            <Icon name="sign-out" />
            {t("nav.logout")}
          </UnstyledButton>
        </>
      ) : (
        <>
          <UnstyledButton onClick={() => openDialog("login")}>
            <Icon name="user" />
            {t("nav.login")}
          </UnstyledButton>
          <UnstyledButton onClick={() => openDialog("signup")}>
            <Icon name="user-plus" />
            {t("nav.signup")}
          </UnstyledButton>
        </>
      )}
      <hr />
      <ul className={styles.languages}>
        <LanguageList onChoice={onLeave} />
      </ul>
    </nav>
  );
}
