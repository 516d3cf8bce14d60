// What the list and the file say of each subscription, and what can be done with it.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, percent } from "web-shared/format/format";
import type { CsvValue } from "../../ui/csv";
import type { Column } from "../../ui/Table";
import type { Subscription } from "./api";
import styles from "./Sales.module.css";
import { SubscriptionActions } from "./SubscriptionActions";
import { SubscriptionState, standing, useScope } from "./state";

export function useSubscriptionColumns(): Column<Subscription>[] {
  const { t } = useTranslation();
  const scope = useScope();
  return [
    {
      id: "learner",
      place: "title",
      header: t("dashboard.sales.learner"),
      cell: ({ row: { original } }) => <Learner subscription={original} />,
      card: ({ learnerName, learnerEmail }) => <b>{learnerName || learnerEmail}</b>,
    },
    {
      id: "course",
      long: true,
      header: t("dashboard.sales.course"),
      cell: ({ row: { original } }) => (
        <div className={styles.two}>
          <span lang="fr">{original.courseName}</span>
          <small>{scope(original.moduleTitles)}</small>
        </div>
      ),
    },
    {
      id: "progress",
      place: "aside",
      labelled: true,
      header: t("dashboard.sales.progress"),
      numeric: true,
      cell: ({ row: { original } }) => percent(original.progressionPercentage),
    },
    {
      id: "ends",
      labelled: true,
      header: t("dashboard.sales.ends"),
      cell: ({ row: { original } }) => day(original.accessExpiresAt, "short"),
    },
    {
      id: "state",
      place: "tag",
      header: t("dashboard.sales.state"),
      cell: ({ row: { original } }) => <SubscriptionState subscription={original} />,
    },
    {
      id: "actions",
      place: "actions",
      header: t("dashboard.table.actions"),
      cell: ({ row: { original } }) => <SubscriptionActions subscription={original} />,
    },
  ];
}

function Learner({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { learnerName, learnerEmail, sold, grantReason, reservationOriginId } = subscription;
  return (
    <div className={styles.two}>
      <b>{learnerName || learnerEmail}</b>
      <small>
        {reservationOriginId ? (
          <Link to={`/sales/reservations/${reservationOriginId}`}>
            {t("dashboard.sales.ofReservation", { id: reservationOriginId })}
          </Link>
        ) : (
          !sold && t("dashboard.sales.granted", { reason: grantReason ?? "" })
        )}
      </small>
    </div>
  );
}

type FileColumn = { header: string; value: (row: Subscription) => CsvValue };

export function useSubscriptionFile(): FileColumn[] {
  const { t } = useTranslation();
  const scope = useScope();
  return [
    { header: t("dashboard.sales.file.number"), value: ({ id }) => id },
    { header: t("dashboard.sales.learner"), value: ({ learnerName }) => learnerName },
    { header: t("dashboard.sales.file.learnerEmail"), value: ({ learnerEmail }) => learnerEmail },
    { header: t("dashboard.sales.course"), value: ({ courseName }) => courseName },
    { header: t("dashboard.sales.scope"), value: ({ moduleTitles }) => scope(moduleTitles) },
    { header: t("dashboard.sales.since"), value: ({ subscriptionDate }) => subscriptionDate },
    { header: t("dashboard.sales.ends"), value: ({ accessExpiresAt }) => accessExpiresAt },
    {
      header: t("dashboard.sales.file.percent"),
      value: ({ progressionPercentage }) => progressionPercentage,
    },
    {
      header: t("dashboard.sales.state"),
      value: (subscription) => t(`dashboard.sales.stands.${standing(subscription)}`),
    },
    { header: t("dashboard.sales.file.reason"), value: ({ grantReason }) => grantReason },
    {
      header: t("dashboard.sales.reference"),
      value: ({ paymentReference }) => paymentReference,
    },
  ];
}
