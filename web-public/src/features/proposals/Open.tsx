// A proposal that waits for its answer: until when, what silence means, and the two answers of the same rank.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { day, dayRange, money } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { PageHeader } from "web-shared/ui/Page";
import { CourseScene } from "../../ui/CourseScene";
import scene from "../../ui/CourseScene.module.css";
import { Kicker } from "../../ui/Outcome";
import outcome from "../../ui/Outcome.module.css";
import { Answers } from "./Answers";
import type { Proposal } from "./api";
import { Comparison } from "./Comparison";
import { Money } from "./Money";
import styles from "./Proposals.module.css";
import type { ProposalViewProps } from "./ProposalView";
import { useTitle } from "./wording";

export function Open({ proposal, course, token }: ProposalViewProps) {
  const { t } = useTranslation();
  const title = useTitle(proposal);
  const foot = (
    <>
      <Lead proposal={proposal} />
      <Deadline proposal={proposal} />
      <Answers proposal={proposal} token={token} />
    </>
  );
  return (
    <>
      {course ? (
        <CourseScene
          course={course}
          caption={dayRange(proposal.newStartDate, proposal.newEndDate, "long")}
        >
          <Kicker>{t("proposal.panel")}</Kicker>
          <h1>{title}</h1>
          {foot}
        </CourseScene>
      ) : (
        <PageHeader title={title} foot={<div className={styles.foot}>{foot}</div>} />
      )}
      <div className={`wrap ${outcome.columns}`}>
        <Comparison proposal={proposal} />
        <Money proposal={proposal} />
      </div>
    </>
  );
}

function Lead({ proposal: { kind, courseName, forAnother, learnerName, reason } }: OfProposal) {
  const { t } = useTranslation();
  const named = { course: courseName, name: learnerName };
  return (
    <>
      <p className={scene.lead}>
        {forAnother && learnerName
          ? t(`proposal.${kind}.leadFor`, named)
          : t(`proposal.${kind}.lead`, named)}
      </p>
      {reason && (
        <Reason>
          <span lang="fr">{reason}</span>
        </Reason>
      )}
    </>
  );
}

interface OfProposal {
  proposal: Proposal;
}

function Reason({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <p className={styles.reason}>
      <b>{t("proposal.reason")}</b> {children}
    </p>
  );
}

function Deadline({ proposal: { answerBy, refundIfRefused } }: OfProposal) {
  const { t } = useTranslation();
  return (
    <div className={outcome.deadline}>
      <Icon name="hourglass-medium" size={30} />
      <div>
        <p className={`num ${outcome.until}`}>
          {t("proposal.until", { day: day(answerBy, "full") })}
        </p>
        <p className={outcome.rest}>
          {refundIfRefused > 0
            ? t("proposal.silence", { amount: money(refundIfRefused) })
            : t("proposal.silenceFree")}
        </p>
      </div>
    </div>
  );
}
