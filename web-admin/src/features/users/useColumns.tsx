// The columns of the table of users.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "web-shared/api/session";
import { day } from "web-shared/format/format";
import { Tag } from "web-shared/ui/Tag";
import { MailAddress } from "../../ui/MailAddress";
import { RowAction, RowActions, RowLink } from "../../ui/RowActions";
import type { Column } from "../../ui/Table";
import { nameOf, type User } from "./api";
import styles from "./Users.module.css";

export type RowDialog = "edit" | "reset" | "resetFactor" | "delete";

export function useColumns(onOpen: (dialog: RowDialog, user: User) => void): Column<User>[] {
  const { t } = useTranslation();
  const me = useSession()?.user.id;
  return [
    {
      id: "initials",
      header: t("dashboard.users.name"),
      place: "lead",
      only: "card",
      cell: ({ row: { original } }) => (
        <span className={styles.initials} aria-hidden="true">
          {original.firstName.slice(0, 1)}
          {original.lastName.slice(0, 1)}
        </span>
      ),
    },
    {
      id: "name",
      header: t("dashboard.users.name"),
      place: "title",
      card: (user) => <b>{nameOf(user)}</b>,
      cell: ({ row: { original } }) => (
        <span className={styles.name}>
          <b>{nameOf(original)}</b>
          {original.id === me && <Tag tone="accent">{t("dashboard.users.you")}</Tag>}
        </span>
      ),
    },
    {
      id: "email",
      header: t("fields.email"),
      long: true,
      cell: ({ row: { original } }) =>
        original.email ? <MailAddress>{original.email}</MailAddress> : <NoEmail user={original} />,
    },
    {
      id: "you",
      header: t("dashboard.users.you"),
      only: "card",
      cell: ({ row: { original } }) => (original.id === me ? t("dashboard.users.you") : null),
    },
    {
      id: "role",
      header: t("dashboard.users.role"),
      place: "aside",
      cell: ({ row: { original } }) => (
        <span className={styles.short}>{t(`dashboard.roles.${original.role}`)}</span>
      ),
    },
    {
      id: "birthDate",
      header: t("dashboard.users.birthDate"),
      only: "table",
      cell: ({ row: { original } }) => (
        <span className={styles.short}>
          {original.birthDate ? day(original.birthDate, "short") : t("dashboard.users.noBirthDate")}
        </span>
      ),
    },
    {
      id: "state",
      header: t("dashboard.users.state"),
      place: "tag",
      cell: ({ row: { original } }) => <State user={original} />,
    },
    {
      id: "actions",
      header: t("dashboard.table.actions"),
      place: "actions",
      cell: ({ row: { original } }) => (
        <Actions user={original} own={original.id === me} onOpen={onOpen} />
      ),
    },
  ];
}

/** Of a child: who acts for them. */
export function NoEmail({ user: { guardian } }: { user: User }) {
  const { t } = useTranslation();
  return (
    <span className={styles.name}>
      {t("dashboard.users.noEmail")}
      {guardian && <span>{t("dashboard.users.guardian", { ...guardian })}</span>}
    </span>
  );
}

function State({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <span className={styles.state}>
      {user.email && (
        <Tag tone={user.emailVerified ? "success" : "warning"}>
          {t(`dashboard.users.${user.emailVerified ? "verified" : "unverified"}`)}
        </Tag>
      )}
      {user.mustResetPassword && <Tag>{t("dashboard.users.mustReset")}</Tag>}
      {user.secondFactor && <Tag>{t("dashboard.users.factor")}</Tag>}
    </span>
  );
}

interface ActionsProps {
  user: User;
  own: boolean;
  onOpen: (dialog: RowDialog, user: User) => void;
}

function Actions({ user, own, onOpen }: ActionsProps) {
  const { t } = useTranslation();
  const name = nameOf(user);
  return (
    <RowActions
      name={name}
      main={
        <Button
          variant="subtle"
          size="sm"
          aria-label={t("dashboard.users.editNamed", { name })}
          onClick={() => onOpen("edit", user)}
        >
          {t("dashboard.users.editAction")}
        </Button>
      }
    >
      <RowLink
        icon="books"
        label={t("dashboard.users.subscriptions", { name })}
        text={t("dashboard.users.subscriptionsAction")}
        to={`/sales/subscriptions?userId=${user.id}`}
      />
      {user.email === null || user.email === undefined ? null : own ? (
        <RowLink
          icon="lock-simple"
          label={t("account.newPassword")}
          text={t("account.newPassword")}
          to="/profile?tab=security"
          outside
        />
      ) : (
        <RowAction
          icon="lock-simple"
          label={t("dashboard.users.resetNamed", { name })}
          text={t("dashboard.users.resetAction")}
          onClick={() => onOpen("reset", user)}
        />
      )}
      {user.secondFactor && !own && (
        <RowAction
          icon="seal-check-duotone"
          label={t("dashboard.users.resetFactorNamed", { name })}
          text={t("dashboard.users.resetFactorMenu")}
          onClick={() => onOpen("resetFactor", user)}
        />
      )}
      <RowAction
        icon="trash"
        danger
        label={t("dashboard.users.deleteNamed", { name })}
        text={t("dashboard.users.deleteMenu")}
        onClick={() => onOpen("delete", user)}
      />
    </RowActions>
  );
}
