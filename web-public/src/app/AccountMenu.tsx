// Who is signed in, or the two ways in. Revision, profile and logout for those who are; login and signup open as dialogs.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { useSignOut } from "../features/account/api";
import { useAccountDialog } from "../features/account/useAccountDialog";
import { BarMenu } from "./BarMenu";
import styles from "./NavBar.module.css";
import { accountLinks } from "./navigation";

export function AccountMenu() {
  const { t } = useTranslation();
  const session = useSession();
  const dialog = useAccountDialog();
  const signOut = useSignOut();

  if (!session) {
    return (
      <div className={styles.entry}>
        <Button variant="subtle" size="sm" onClick={() => dialog.open("signup")}>
          {t("nav.signup")}
        </Button>
        <Button size="sm" onClick={() => dialog.open("login")}>
          {t("nav.login")}
        </Button>
      </div>
    );
  }

  const { firstName } = session.user;
  return (
    <BarMenu
      end
      className={styles.person}
      label={t("nav.account", { name: firstName })}
      button={
        <>
          <span className={styles.avatar} aria-hidden="true">
            {firstName.charAt(0).toUpperCase()}
          </span>
          <span className={styles.personName}>{firstName}</span>
        </>
      }
    >
      {(close) => (
        <>
          {accountLinks(session).map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} onClick={close}>
                <Icon name={icon} />
                {t(label)}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => signOut.mutate()}>
              <Icon name="sign-out" />
              {t("nav.logout")}
            </button>
          </li>
        </>
      )}
    </BarMenu>
  );
}
