// What was decided last about the start of a course, and what became of each proposal.
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { briefRange, day, moment, money } from "web-shared/format/format";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { personName } from "./decisions";
import type { Decision, ProposalRow, ProposalStatus } from "./decisionTypes";
import styles from "./StartState.module.css";
import { type Column, Table } from "./Table";

const TONES: Record<ProposalStatus, Tone> = {
  OPEN: "warning",
  ACCEPTED: "success",
  REFUSED: "danger",
  LAPSED: "neutral",
  CLOSED: "neutral",
};

interface LastDecisionProps {
  decision: Decision;
  /** Reservations and amounts are an administrator's. */
  admin: boolean;
}

export function LastDecision({ decision, admin }: LastDecisionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const columns = useColumns(admin);
  const { choice, decidedAt, decidedBy, proposals } = decision;
  return (
    <section className={styles.last} aria-labelledby={heading}>
      <h3 id={heading}>{t(`dashboard.decisions.decided.${choice}`)}</h3>
      <p className={styles.when}>
        {moment(decidedAt)}
        {decidedBy && `\u00a0· ${decidedBy}`}
      </p>
      <Facts decision={decision} />
      {proposals.length > 0 && (
        <Table
          caption={t("dashboard.decisions.answers")}
          columns={columns}
          rows={proposals}
          keyOf={({ id }) => id}
          error={null}
          onRetry={() => null}
          empty={null}
        />
      )}
    </section>
  );
}

function Facts({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  const { oldStartDate, oldEndDate, newStartDate, newEndDate, targetCourseId } = decision;
  const { targetCourseName, answerBy, reason } = decision;
  return (
    <dl className={styles.facts}>
      {newStartDate && newEndDate && (
        <>
          <Fact name={t("dashboard.decisions.before")}>{briefRange(oldStartDate, oldEndDate)}</Fact>
          <Fact name={t("dashboard.decisions.now")}>{briefRange(newStartDate, newEndDate)}</Fact>
        </>
      )}
      {targetCourseId && (
        <Fact name={t("dashboard.decisions.target")}>
          <Link to={`/course/${targetCourseId}/places`}>{targetCourseName}</Link>
        </Fact>
      )}
      {answerBy && <Fact name={t("dashboard.decisions.answerBy")}>{day(answerBy)}</Fact>}
      {reason && <Fact name={t("dashboard.decisions.reason")}>{reason}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function useColumns(admin: boolean): Column<ProposalRow>[] {
  const { t } = useTranslation();
  const refund: Column<ProposalRow> = {
    id: "refund",
    place: "aside",
    labelled: true,
    header: t("dashboard.decisions.refund"),
    numeric: true,
    cell: ({ row: { original } }) => <Refund proposal={original} />,
  };
  return [
    {
      id: "learner",
      place: "title",
      header: t("dashboard.decisions.learner"),
      cell: ({ row: { original } }) => <b>{personName(original.learner)}</b>,
    },
    {
      id: "payer",
      long: true,
      labelled: true,
      header: t("dashboard.decisions.payer"),
      cell: ({ row: { original } }) =>
        admin ? (
          <Link to={`/sales/reservations/${original.reservationId}`}>
            {personName(original.payer)}
          </Link>
        ) : (
          personName(original.payer)
        ),
    },
    {
      id: "status",
      place: "tag",
      header: t("dashboard.decisions.answer"),
      cell: ({ row: { original } }) => (
        <Tag tone={TONES[original.status]}>{t(`dashboard.decisions.is.${original.status}`)}</Tag>
      ),
    },
    {
      id: "answered",
      labelled: true,
      header: t("dashboard.decisions.answered"),
      cell: ({ row: { original } }) => {
        const { status, answeredAt } = original;
        const answered = status === "ACCEPTED" || status === "REFUSED";
        return answered && answeredAt && moment(answeredAt, "medium");
      },
    },
    ...(admin ? [refund] : []),
  ];
}

function Refund({ proposal: { status, refund, byHand } }: { proposal: ProposalRow }) {
  const { t } = useTranslation();
  const amount = money(refund);
  return (
    <span className={styles.refund}>
      {status === "OPEN" ? t("dashboard.decisions.ifRefused", { amount }) : amount}{" "}
      {byHand && refund > 0 && <small>{t("dashboard.decisions.byHand")}</small>}
    </span>
  );
}
