// One proposal in each of its states: to be answered, answered, over.
import { useState } from "react";
import type { Course } from "web-shared/api/courses";
import type { Proposal, Token } from "./api";
import { Open } from "./Open";
import { Accepted, Closed, Lapsed, Refused } from "./States";

export interface ProposalViewProps {
  proposal: Proposal;
  /** The one that is proposed; null: it is not public. */
  course: Course | null;
  token: Token;
}

/** What each state is told. */
export interface StateProps extends Omit<ProposalViewProps, "token"> {
  /** It follows upon another state of this page. */
  arrived: boolean;
}

export function ProposalView({ token, ...props }: ProposalViewProps) {
  const [first] = useState(props.proposal.status);
  const state = { ...props, arrived: props.proposal.status !== first };
  switch (props.proposal.status) {
    case "ACCEPTED":
      return <Accepted {...state} />;
    case "REFUSED":
      return <Refused {...state} />;
    case "LAPSED":
      return <Lapsed {...state} />;
    case "CLOSED":
      return <Closed {...state} />;
    default:
      return <Open {...props} token={token} />;
  }
}
