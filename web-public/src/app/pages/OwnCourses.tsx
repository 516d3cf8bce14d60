// One's own courses, and above them what waits for an answer: a proposal of the school, a seat that was offered; and what
// there is to revise.
import { OpenProposals } from "../../features/proposals/OwnProposals";
import { DueBlock } from "../../features/revision/DueBlock";
import { SubscriptionsPage } from "../../features/subscriptions/SubscriptionsPage";
import { OpenOffers } from "../../features/waitlist/OwnEntries";

export function OwnCourses() {
  const notices = (
    <>
      <OpenProposals />
      <OpenOffers />
    </>
  );
  return <SubscriptionsPage signIn="/login" notices={notices} revision={<DueBlock />} />;
}
