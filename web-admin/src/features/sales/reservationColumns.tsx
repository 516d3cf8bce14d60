// What the list and the file say of each reservation.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, dayOf, money } from "web-shared/format/format";
import { type CsvValue, decimal } from "../../ui/csv";
import type { Column } from "../../ui/Table";
import type { Reservation } from "./api";
import styles from "./Sales.module.css";
import { HoldLeft, ReservationState, useScope } from "./state";

export function useReservationColumns(offset: number): Column<Reservation>[] {
  const { t } = useTranslation();
  const scope = useScope();
  return [
    {
      id: "learner",
      place: "title",
      header: t("dashboard.sales.learner"),
      cell: ({ row: { original } }) => <Learner reservation={original} />,
      card: (reservation) => <LearnerLink reservation={reservation} />,
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
      id: "made",
      header: t("dashboard.sales.made"),
      cell: ({ row: { original } }) =>
        original.purchase && day(dayOf(original.purchase.createdAt), "short"),
    },
    {
      id: "amount",
      place: "aside",
      header: t("dashboard.sales.amount"),
      numeric: true,
      cell: ({ row: { original } }) => <Amount reservation={original} />,
    },
    {
      id: "state",
      place: "tag",
      header: t("dashboard.sales.state"),
      cell: ({ row: { original } }) => (
        <div className={styles.two}>
          <span>
            <ReservationState status={original.status} />
          </span>
          {original.status === "HELD" && original.purchase && (
            <small>
              <HoldLeft until={original.purchase.expiresAt} offset={offset} />
            </small>
          )}
          {original.status === "CONFIRMED" && original.purchase?.confirmedBy && (
            <small>{t(`dashboard.sales.means.${original.purchase.confirmedBy as "CARD"}`)}</small>
          )}
        </div>
      ),
    },
  ];
}

function LearnerLink({ reservation: { id, purchase } }: { reservation: Reservation }) {
  const { t } = useTranslation();
  return (
    <Link to={`/sales/reservations/${id}`}>
      {/* Of a child without an e-mail there is no account before the payment. */}
      {purchase?.learnerName || purchase?.learnerEmail || t("dashboard.sales.number", { id })}
    </Link>
  );
}

function Learner({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation();
  const { id, purchase } = reservation;
  if (!purchase) return null;
  const { forAnother, payerName, payerEmail } = purchase;
  return (
    <div className={styles.two}>
      <LearnerLink reservation={reservation} />
      <small>
        {forAnother
          ? t("dashboard.sales.paidBy", { name: payerName ?? payerEmail })
          : t("dashboard.sales.number", { id })}
      </small>
    </div>
  );
}

/** Sums and differences are exact only in cents. */
const cents = (euros: number) => Math.round(euros * 100);

/** What the school must still give back by hand. A refund by card is under way by itself. */
function centsDueByHand(refunds: Purchase["refunds"]): number {
  const due = refunds.filter(({ byHand, status }) => byHand && status === "PENDING");
  return due.reduce((sum, { amount }) => sum + cents(amount), 0);
}

type Purchase = NonNullable<Reservation["purchase"]>;

function Amount({ reservation: { purchase } }: { reservation: Reservation }) {
  const { t } = useTranslation();
  if (!purchase) return null;
  const due = centsDueByHand(purchase.refunds);
  const refunded = cents(purchase.refunded) - due;
  return (
    <div className={styles.two}>
      <b>{money(purchase.amount)}</b>
      {/* Where these stand in one line, as on phones, it breaks only at spaces between them. */}{" "}
      {due > 0 && <small>{t("dashboard.sales.toRefund", { amount: money(due / 100) })}</small>}{" "}
      {refunded > 0 && (
        <small>{t("dashboard.sales.refundedOf", { amount: money(refunded / 100) })}</small>
      )}
    </div>
  );
}

type FileColumn = { header: string; value: (row: Reservation) => CsvValue };

export function useReservationFile(): FileColumn[] {
  const { t } = useTranslation();
  const scope = useScope();
  const dayOrNone = (instant?: string | null) => (instant ? dayOf(instant) : "");
  return [
    { header: t("dashboard.sales.file.number"), value: ({ id }) => id },
    { header: t("dashboard.sales.made"), value: ({ purchase }) => dayOrNone(purchase?.createdAt) },
    {
      header: t("dashboard.sales.state"),
      value: ({ status }) => t(`dashboard.sales.is.${status}`),
    },
    { header: t("dashboard.sales.learner"), value: ({ purchase }) => purchase?.learnerName },
    {
      header: t("dashboard.sales.file.learnerEmail"),
      value: ({ purchase }) => purchase?.learnerEmail,
    },
    { header: t("dashboard.sales.payer"), value: ({ purchase }) => purchase?.payerName },
    { header: t("dashboard.sales.file.payerEmail"), value: ({ purchase }) => purchase?.payerEmail },
    { header: t("dashboard.sales.course"), value: ({ courseName }) => courseName },
    { header: t("dashboard.sales.scope"), value: ({ moduleTitles }) => scope(moduleTitles) },
    { header: t("dashboard.sales.starts"), value: ({ requestedStartDate }) => requestedStartDate },
    {
      header: t("dashboard.sales.file.amount"),
      value: ({ purchase }) => purchase && decimal(purchase.amount),
    },
    {
      header: t("dashboard.sales.file.refunded"),
      value: ({ purchase }) => purchase && decimal(purchase.refunded),
    },
    {
      header: t("dashboard.sales.method"),
      value: ({ purchase }) =>
        purchase?.confirmedBy && t(`dashboard.sales.means.${purchase.confirmedBy as "CARD"}`),
    },
    {
      header: t("dashboard.sales.confirmed"),
      value: ({ purchase }) => dayOrNone(purchase?.confirmedAt),
    },
    {
      header: t("dashboard.sales.reference"),
      value: ({ purchase }) => purchase?.paymentReference,
    },
  ];
}
