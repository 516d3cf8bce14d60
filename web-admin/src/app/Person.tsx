// Who is signed in, with the way to the own profile.
import { useTranslation } from "react-i18next";
import type { SessionUser } from "web-shared/api/session";
import styles from "./Person.module.css";

interface PersonProps {
  user: SessionUser;
  className?: string | undefined;
}

export function Person({ user: { firstName, lastName, role }, className = "" }: PersonProps) {
  const { t } = useTranslation();
  return (
    <a className={`${styles.person} ${className}`} href="/profile">
      <span className={styles.initials} aria-hidden="true">
        {firstName.slice(0, 1)}
        {lastName.slice(0, 1)}
      </span>
      <span className={styles.who}>
        {firstName} {lastName}
        <small>{t(`dashboard.roles.${role}`)}</small>
      </span>
    </a>
  );
}
