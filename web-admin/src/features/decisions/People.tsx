// Whom a decision touches, each with their money: who has paid, who was granted a place, who holds one and has not paid.
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { money } from "web-shared/format/format";
import { personName } from "../../ui/decisions";
import type { DecidedReservation, DecisionPreview } from "../../ui/decisionTypes";
import styles from "./Decisions.module.css";

export function Reservations({ preview: { reservations } }: { preview: DecisionPreview }) {
  const { t } = useTranslation();
  return (
    <People
      title={t("dashboard.decisions.reservations", { count: reservations.length })}
      rows={reservations}
    >
      {(row) => (
        <>
          <Who row={row} />
          <Money row={row} />
        </>
      )}
    </People>
  );
}

export function Holds({ rows }: { rows: DecidedReservation[] }) {
  const { t } = useTranslation();
  return (
    <People
      title={t("dashboard.decisions.holds", { count: rows.length })}
      hint={t("dashboard.decisions.holdsText")}
      rows={rows}
    >
      {(row) => <Who row={row} />}
    </People>
  );
}

export function Granted({ preview: { choice, granted } }: { preview: DecisionPreview }) {
  const { t } = useTranslation();
  const ends = choice === "OTHER_COURSE" || choice === "CANCEL";
  return (
    <People
      title={t("dashboard.decisions.granted", { count: granted.length })}
      hint={t(`dashboard.decisions.${ends ? "grantedEnd" : "grantedStay"}`)}
      rows={granted}
    >
      {(person) => <b>{personName(person)}</b>}
    </People>
  );
}

interface PeopleProps<Row> {
  title: string;
  hint?: string;
  rows: Row[];
  children: (row: Row) => ReactNode;
}

function People<Row>({ title, hint, rows, children }: PeopleProps<Row>) {
  const heading = useId();
  if (rows.length === 0) return null;
  return (
    <div className={styles.people}>
      <h3 id={heading}>{title}</h3>
      {hint && <p>{hint}</p>}
      <ul aria-labelledby={heading}>
        {rows.map((row, at) => (
          <li key={at}>{children(row)}</li>
        ))}
      </ul>
    </div>
  );
}

function Who({ row: { id, learner, payer, paid, left } }: { row: DecidedReservation }) {
  const { t } = useTranslation();
  const [name, payerName] = [personName(learner), personName(payer)];
  const facts = [
    paid > 0 && t("dashboard.decisions.paid", { amount: money(paid) }),
    paid !== left && t("dashboard.decisions.left", { amount: money(left) }),
    payerName !== name && t("dashboard.decisions.paidBy", { name: payerName }),
  ];
  return (
    <div>
      <Link to={`/sales/reservations/${id}`}>{name}</Link>
      <small>{facts.filter(Boolean).join("\u00a0· ")}</small>
    </div>
  );
}

/** What goes back: at once, or with each of the two answers. */
function Money({ row }: { row: DecidedReservation }) {
  const { t } = useTranslation();
  const { outcome, left, refundIfAccepted, refundIfRefused, newPrice, byHand } = row;
  const amounts =
    outcome === "ASKED"
      ? [
          t("dashboard.decisions.ifYes", { amount: money(refundIfAccepted) }),
          t("dashboard.decisions.ifNo", { amount: money(refundIfRefused) }),
          typeof newPrice === "number" &&
            t("dashboard.decisions.newPrice", { amount: money(newPrice) }),
        ]
      : outcome === "REFUNDED"
        ? [t("dashboard.decisions.refunded", { amount: money(left) })]
        : [t(`dashboard.decisions.outcome.${outcome}`)];
  return (
    <p className={styles.money}>
      {amounts.filter(Boolean).map((amount) => (
        <span key={String(amount)}>{amount}</span>
      ))}
      {byHand && outcome !== "TOLD" && <small>{t("dashboard.decisions.byHand")}</small>}
    </p>
  );
}
