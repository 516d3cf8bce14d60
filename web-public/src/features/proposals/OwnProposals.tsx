// What the school has proposed to the reader: all of it in the profile, what waits for an answer on top of their courses.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "web-shared/api/session";
import { day } from "web-shared/format/format";
import { FailedState } from "web-shared/ui/Scene";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { Notice, Notices, OwnList, OwnRow } from "../../ui/Own";
import { ownProposalsQuery, type Proposal, proposalAddress } from "./api";
import { useTitle } from "./wording";

const TONES: Record<Proposal["status"], Tone> = {
  OPEN: "warning",
  ACCEPTED: "success",
  REFUSED: "neutral",
  LAPSED: "neutral",
  CLOSED: "neutral",
};

function useOwn() {
  const session = useSession();
  return useQuery({ ...ownProposalsQuery, enabled: session !== null });
}

/** "Propositions de l’école"; nothing for whoever was not asked anything. */
export function OwnProposals() {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwn();
  if (error) {
    return (
      <FailedState what={t("proposal.mineFailed")} error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <OwnList title={t("proposal.mine")}>
      {(data ?? []).map((proposal) => (
        <Row key={proposal.id} proposal={proposal} />
      ))}
    </OwnList>
  );
}

function Row({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const { status, newCourseName: name, newCourseSlug: slug, forAnother, learnerName } = proposal;
  const title = useTitle(proposal);
  const open = status === "OPEN";
  return (
    <OwnRow
      tags={
        <>
          <Tag tone={TONES[status]}>{t(`proposal.status.${status}`)}</Tag>
          {forAnother && learnerName && (
            <Tag>{t("subscriptions.forLearner", { name: learnerName })}</Tag>
          )}
        </>
      }
      course={{ name, slug }}
      caption={
        <>
          {title}
          {open && (
            <>
              <br />
              {t("proposal.answerBy", { day: day(proposal.answerBy) })}
            </>
          )}
        </>
      }
    >
      <ToProposal proposal={proposal} />
    </OwnRow>
  );
}

/** Those that wait for an answer of the reader; nothing without one. */
export function OpenProposals() {
  const { data } = useOwn();
  const open = (data ?? []).filter(({ status }) => status === "OPEN");
  if (open.length === 0) return null;
  return (
    <Notices>
      {open.map((proposal) => (
        <OpenProposal key={proposal.id} proposal={proposal} />
      ))}
    </Notices>
  );
}

function OpenProposal({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const title = useTitle(proposal);
  return (
    <Notice
      title={title}
      course={proposal.courseName}
      text={t("proposal.answerBy", { day: day(proposal.answerBy) })}
      action={<ToProposal proposal={proposal} />}
    />
  );
}

function ToProposal({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const open = proposal.status === "OPEN";
  const named = { course: proposal.courseName };
  return (
    <Button
      component={Link}
      to={proposalAddress(proposal)}
      size="sm"
      variant={open ? "outline" : "subtle"}
      aria-label={t(open ? "proposal.answerNamed" : "proposal.seeNamed", named)}
    >
      {t(open ? "proposal.answer" : "proposal.see")}
    </Button>
  );
}
