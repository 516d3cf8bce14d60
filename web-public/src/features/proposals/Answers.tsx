// Yes or no to a proposal. No is asked once more, for the seat is lost by it. What could not be sent can be sent again.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { FailedState } from "web-shared/ui/Scene";
import scene from "../../ui/CourseScene.module.css";
import outcome from "../../ui/Outcome.module.css";
import { type Proposal, type Token, useAnswer } from "./api";
import { useRefund } from "./wording";

interface AnswersProps {
  proposal: Proposal;
  token: Token;
}

export function Answers({ proposal, token }: AnswersProps) {
  const { t } = useTranslation();
  const [refusing, setRefusing] = useState(false);
  const { mutate, reset, isPending, error, variables } = useAnswer(proposal, token);
  const ask = (asked: boolean) => {
    if (!isPending) reset(); // what failed before was about the other answer
    setRefusing(asked);
  };
  return (
    <>
      <div className={scene.ways}>
        <Button
          variant="outline"
          loading={isPending && variables === "accept"}
          disabled={isPending}
          onClick={() => mutate("accept")}
        >
          {t(`proposal.${proposal.kind}.accept`)}
        </Button>
        <Button variant="outline" disabled={isPending} onClick={() => ask(true)}>
          {t(proposal.refundIfRefused > 0 ? "proposal.refuse" : "proposal.refuseFree")}
        </Button>
      </div>
      <div className={outcome.note}>
        {error && variables === "accept" && (
          <FailedState
            what={t("proposal.failed.accept")}
            error={error}
            onRetry={() => mutate("accept")}
          />
        )}
      </div>
      {refusing && (
        <Confirm
          title={t("proposal.refusing.title")}
          action={t("proposal.refusing.yes")}
          busy={isPending}
          failed={t("proposal.failed.refuse")}
          error={error}
          onConfirm={() => mutate("refuse")}
          onClose={() => ask(false)}
        >
          <Loss proposal={proposal} />
        </Confirm>
      )}
    </>
  );
}

function Loss({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const { forAnother, learnerName, courseName } = proposal;
  const refund = useRefund(proposal.refundIfRefused, proposal);
  return (
    <>
      <p lang="fr">
        <b>{courseName}</b>
      </p>
      <p>
        {forAnother && learnerName
          ? t("proposal.refusing.textFor", { name: learnerName })
          : t("proposal.refusing.text")}
      </p>
      {refund && <p>{refund}</p>}
    </>
  );
}
