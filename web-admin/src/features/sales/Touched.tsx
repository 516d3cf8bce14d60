// Reservations that a cancelled course ends: who, and for bought ones the money.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { money } from "web-shared/format/format";
import { type Column, Table } from "../../ui/Table";
import styles from "./CancelCourse.module.css";
import type { Cancellation } from "./cancellation";

type Row = Cancellation["reservations"][number];

interface TouchedProps {
  title: string;
  rows: Row[];
  /** Money has come for them. */
  paid?: boolean;
}

export function Touched({ title, rows, paid = false }: TouchedProps) {
  const columns = useColumns(paid);
  if (rows.length === 0) return null;
  return (
    <section className={styles.touched}>
      <h2>{title}</h2>
      <Table
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        error={null}
        onRetry={() => null}
        empty={null}
        size="medium"
      />
    </section>
  );
}

function useColumns(paid: boolean): Column<Row>[] {
  const { t } = useTranslation();
  const people: Column<Row>[] = [
    {
      id: "learner",
      place: "title",
      header: t("dashboard.courses.cancel.learner"),
      cell: ({ row: { original } }) => <Somebody {...original.learner} />,
    },
    {
      id: "payer",
      long: true,
      header: t("dashboard.courses.cancel.payer"),
      cell: ({ row: { original } }) => (
        <Link to={`/sales/reservations/${original.id}`}>
          {original.payer.name ?? original.payer.email}
        </Link>
      ),
    },
  ];
  if (!paid) return people;
  return [
    ...people,
    {
      id: "paid",
      labelled: true,
      header: t("dashboard.courses.cancel.paid"),
      numeric: true,
      cell: ({ row: { original } }) => money(original.paid),
    },
    {
      id: "back",
      place: "aside",
      labelled: true,
      header: t("dashboard.courses.cancel.back"),
      numeric: true,
      cell: ({ row: { original } }) =>
        money(original.toRefund) +
        (original.byHand ? ` (${t("dashboard.courses.cancel.byHand")})` : ""),
    },
  ];
}

function Somebody({ name, email }: Row["learner"]) {
  return (
    <span className={styles.person}>
      {name && <b>{name}</b>}
      <small>{email}</small>
    </span>
  );
}
