// What was booked last: for whom, what, where it stands.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { price } from "web-shared/format/format";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { type Column, Table } from "../../ui/Table";
import { bookingsQuery, type Reservation } from "./api";
import styles from "./Home.module.css";

const TONES: Record<Reservation["status"], Tone> = {
  HELD: "warning",
  CONFIRMED: "success",
  EXPIRED: "neutral",
  CANCELLED: "danger",
};

export function Bookings() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(bookingsQuery);
  const columns = useColumns();
  if (error && !data) return null; // told once, above
  return (
    <section className={styles.list}>
      <div className={styles.head}>
        <h2>{t("dashboard.home.bookings")}</h2>
        <Link to="/sales/reservations">{t("dashboard.home.allBookings")}</Link>
      </div>
      <Table
        caption={t("dashboard.home.bookings")}
        columns={columns}
        rows={data}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t("dashboard.home.noBookings")}
        size="small"
      />
    </section>
  );
}

function useColumns(): Column<Reservation>[] {
  const { t } = useTranslation();
  return [
    {
      id: "learner",
      place: "title",
      header: t("dashboard.home.learner"),
      cell: ({ row: { original } }) => <Who reservation={original} />,
    },
    {
      id: "state",
      place: "tag",
      header: t("dashboard.home.state"),
      cell: ({ row: { original } }) => (
        <Tag tone={TONES[original.status]}>{t(`dashboard.home.is.${original.status}`)}</Tag>
      ),
    },
    {
      id: "amount",
      place: "aside",
      header: t("dashboard.home.amount"),
      numeric: true,
      cell: ({ row: { original } }) => (
        <span className={styles.short}>{original.purchase && price(original.purchase.amount)}</span>
      ),
    },
  ];
}

function Who({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation();
  const { courseName, reservedModuleIds, purchase } = reservation;
  const what = reservedModuleIds.length
    ? t("dashboard.home.modules", { count: reservedModuleIds.length })
    : t("dashboard.home.whole");
  return (
    <span className={styles.who}>
      <b>
        {purchase?.learnerName ||
          purchase?.learnerEmail ||
          t("dashboard.sales.number", { id: reservation.id })}
      </b>
      <small>
        <span lang="fr">{courseName}</span>, {what}
      </small>
    </span>
  );
}
