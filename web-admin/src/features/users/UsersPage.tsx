// Everybody who has an account, for administrators: found, opened, changed, helped back in, let go.
import { Button, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "web-shared/api/session";
import { Icon } from "web-shared/ui/Icon";
import { DashboardPage } from "../../ui/DashboardPage";
import { Pages } from "../../ui/Pages";
import { SearchField } from "../../ui/SearchField";
import { Table } from "../../ui/Table";
import { useChoice, usePage, useSought } from "../../ui/usePage";
import { SIZE, type User, usersQuery, WHO } from "./api";
import { CreateUser } from "./CreateUser";
import { DeleteUser } from "./DeleteUser";
import { EditUser } from "./EditUser";
import { HandOver } from "./HandOver";
import { ResetPassword } from "./ResetPassword";
import { ResetSecondFactor } from "./ResetSecondFactor";
import styles from "./Users.module.css";
import { type RowDialog, useColumns } from "./useColumns";

type Open =
  | { dialog: "create" }
  | { dialog: RowDialog; user: User }
  | { dialog: "handOver"; user: User; password: string };

export function UsersPage() {
  const { t } = useTranslation();
  const [page, turn] = usePage();
  const sought = useSought();
  const [who, choose] = useChoice("role", WHO);
  const [open, setOpen] = useState<Open | null>(null);
  const { data, error, refetch } = useQuery({
    ...usersQuery(sought, who, page),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns((dialog, user) => setOpen({ dialog, user }));
  return (
    <DashboardPage
      title={t("dashboard.nav.users")}
      lead={
        <span role="status">
          {data &&
            t(`dashboard.users.${sought || who !== "all" ? "found" : "count"}`, {
              count: data.total,
            })}
        </span>
      }
      action={
        <Button
          leftSection={<Icon name="plus-bold" />}
          onClick={() => setOpen({ dialog: "create" })}
        >
          {t("dashboard.users.create")}
        </Button>
      }
    >
      <div className={styles.filters}>
        <SearchField label={t("dashboard.users.search")} />
        <SegmentedControl
          aria-label={t("dashboard.users.role")}
          value={who}
          onChange={choose}
          data={WHO.map((value) => ({ value, label: t(`dashboard.users.who.${value}`) }))}
        />
      </div>
      <Table
        caption={t("dashboard.nav.users")}
        columns={columns}
        rows={data?.items}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={sought ? t("dashboard.users.none", { sought }) : t("dashboard.users.noneOfRole")}
      />
      {data && <Pages page={page} size={SIZE} total={data.total} onPage={turn} />}
      {open && <Dialog open={open} setOpen={setOpen} />}
    </DashboardPage>
  );
}

function Dialog({ open, setOpen }: { open: Open; setOpen: (open: Open | null) => void }) {
  const me = useSession()?.user.id;
  const onClose = () => setOpen(null);
  const handOver = (user: User, password: string) =>
    setOpen({ dialog: "handOver", user, password });
  if (open.dialog === "create") return <CreateUser onCreated={handOver} onClose={onClose} />;
  const { user } = open;
  const own = user.id === me;
  switch (open.dialog) {
    case "edit":
      return <EditUser user={user} own={own} onClose={onClose} />;
    case "reset":
      return (
        <ResetPassword
          user={user}
          onReset={(password) => handOver(user, password)}
          onClose={onClose}
        />
      );
    case "resetFactor":
      return <ResetSecondFactor user={user} onClose={onClose} />;
    case "delete":
      return <DeleteUser user={user} own={own} onClose={onClose} />;
    case "handOver":
      return <HandOver user={user} password={open.password} onClose={onClose} />;
  }
}
