// The person's own pages, with the payment of what they hold, what they were proposed and wait for, and the link to Google.
import { GoogleLink } from "../../features/account/GoogleLink";
import { resumeHold } from "../../features/booking/resume";
import { ProfilePage } from "../../features/profile/ProfilePage";
import { OwnProposals } from "../../features/proposals/OwnProposals";
import { OwnEntries } from "../../features/waitlist/OwnEntries";

export function OwnProfile() {
  return (
    <ProfilePage
      signIn="/login"
      toPayment={(held) => resumeHold(held, "/profile?tab=purchases")}
      google={GoogleLink}
      waiting={
        <>
          <OwnProposals />
          <OwnEntries />
        </>
      }
    />
  );
}
