// What is told of a proposal that was answered, or that cannot be answered any more.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "web-shared/api/session";
import { day, dayRange, moment } from "web-shared/format/format";
import { Outcome } from "../../ui/Outcome";
import type { Proposal } from "./api";
import styles from "./Proposals.module.css";
import type { StateProps } from "./ProposalView";
import { useRefund, useStillOpen } from "./wording";

export function Accepted({ proposal, course, arrived }: StateProps) {
  const { t } = useTranslation();
  const { kind, newCourseName, newPrice, newStartDate, newEndDate } = proposal;
  const { forAnother, learnerName, refundIfAccepted } = proposal;
  const seat = {
    course: newCourseName,
    dates: dayRange(newStartDate, newEndDate, "long"),
    name: learnerName,
  };
  return (
    <Outcome
      kicker={t("proposal.panel")}
      title={t("proposal.accepted.title")}
      text={t(
        forAnother && learnerName ? "proposal.accepted.seatFor" : "proposal.accepted.seat",
        seat,
      )}
      course={course}
      arrived={arrived}
      actions={<Own forAnother={forAnother} />}
    >
      <After
        proposal={proposal}
        sentences={[
          useStillOpen(proposal),
          useRefund(refundIfAccepted, proposal),
          kind === "OTHER_COURSE" && newPrice > 0 && t("proposal.accepted.invoice"),
        ]}
      />
    </Outcome>
  );
}

export function Refused({ proposal, course, arrived }: StateProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      kicker={t("proposal.panel")}
      title={t("proposal.refused.title")}
      text={t("proposal.refused.text", { course: proposal.courseName })}
      course={course}
      arrived={arrived}
      actions={<Elsewhere />}
    >
      <After proposal={proposal} sentences={[useRefund(proposal.refundIfRefused, proposal)]} />
    </Outcome>
  );
}

export function Lapsed({ proposal, course, arrived }: StateProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      kicker={t("proposal.panel")}
      title={t("proposal.lapsed.title")}
      text={t("proposal.lapsed.text", { day: day(proposal.answerBy, "full") })}
      course={course}
      arrived={arrived}
      actions={<Elsewhere />}
    >
      <After proposal={proposal} sentences={[useRefund(proposal.refundIfRefused, proposal)]} />
    </Outcome>
  );
}

export function Closed({ course, arrived }: StateProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      kicker={t("proposal.panel")}
      title={t("proposal.closed.title")}
      text={t("proposal.closed.text")}
      course={course}
      arrived={arrived}
      actions={<Elsewhere />}
    />
  );
}

interface AfterProps {
  proposal: Proposal;
  sentences: (string | null | false)[];
}

/** What happens next, and when it was answered. */
function After({ proposal: { status, answeredAt }, sentences }: AfterProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.after}>
      {sentences.map((sentence) => sentence && <p key={sentence}>{sentence}</p>)}
      <p className="muted">
        {status !== "LAPSED" &&
          answeredAt &&
          t("proposal.answeredAt", { moment: moment(answeredAt) })}{" "}
        {t("proposal.mail")}
      </p>
    </div>
  );
}

const COURSES = "/profile/subscriptions";
const PURCHASES = "/profile?tab=purchases";

/** What somebody else learns is not among one's own courses. */
function Own({ forAnother }: { forAnother: boolean }) {
  const { t } = useTranslation();
  return forAnother ? (
    <Inside to={PURCHASES} next>
      {t("booking.success.toPurchases")}
    </Inside>
  ) : (
    <Inside to={COURSES} next>
      {t("booking.success.toCourses")}
    </Inside>
  );
}

function Elsewhere() {
  const { t } = useTranslation();
  return (
    <>
      <Button component={Link} to="/courses" variant="outline">
        {t("booking.otherCourses")}
      </Button>
      <Inside to={PURCHASES}>{t("booking.success.toPurchases")}</Inside>
    </>
  );
}

interface InsideProps {
  to: string;
  /** It is the one next thing. */
  next?: boolean;
  children: ReactNode;
}

/** To a page for which one is signed in; whoever is not signs in first. */
function Inside({ to, next = false, children }: InsideProps) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <Button
      component={Link}
      to={session ? to : `/login?next=${encodeURIComponent(to)}`}
      variant={next ? "filled" : "outline"}
    >
      {session ? children : t("account.login")}
    </Button>
  );
}
