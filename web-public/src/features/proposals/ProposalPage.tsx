// `/proposition`, where the mails about a course that does not start as planned lead, and `?proposal=` for whoever is
// signed in. The token of a mail leaves the address that is sent to the server at once.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import { courseQuery } from "web-shared/api/courses";
import { isMissing } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { Page, PageBody } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import { Outcome } from "../../ui/Outcome";
import { linkQuery, ownProposalsQuery, type Proposal, type Token } from "./api";
import { OpenProposals } from "./OwnProposals";
import { ProposalView } from "./ProposalView";

/** `signIn`: the address of the sign-in. */
export function ProposalPage({ signIn }: { signIn: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const { pathname, hash } = useLocation();
  const [query] = useSearchParams();
  const brought = query.get("token");
  const token = hash.slice(1);
  const id = Number(query.get("proposal"));
  if (brought) return <Navigate to={{ pathname, hash: brought }} replace />;
  if (!token && id > 0 && !session) return <ToSignIn at={signIn} />;
  return (
    <Page title={t("proposal.panel")}>
      {token ? (
        <ByLink key={token} token={token} />
      ) : id > 0 ? (
        <Own key={id} id={id} />
      ) : (
        <Unknown />
      )}
    </Page>
  );
}

function ByLink({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(linkQuery(token));
  if (isMissing(error)) return <Unknown />;
  return <Found token={token} proposal={data} error={error} onRetry={() => void refetch()} />;
}

function Own({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(ownProposalsQuery);
  const proposal = data?.find((one) => one.id === id);
  if (data && !proposal) return <Unknown />;
  return <Found token={null} proposal={proposal} error={error} onRetry={() => void refetch()} />;
}

interface FoundProps {
  token: Token;
  proposal: Proposal | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The proposal with the arch of its course; a course that is not public any more is left out. */
function Found({ token, proposal, error, onRetry }: FoundProps) {
  const course = useQuery({
    ...courseQuery(proposal?.newCourseId ?? 0),
    enabled: proposal !== undefined,
  });
  if (proposal && (course.data || course.error)) {
    return <ProposalView proposal={proposal} course={course.data ?? null} token={token} />;
  }
  return error ? (
    <Failed error={error} onRetry={onRetry} />
  ) : (
    <PageBody>
      <Waiting />
    </PageBody>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <PageBody>
      <h1 className="hidden">{t("proposal.panel")}</h1>
      <FailedState what={t("proposal.unread")} error={error} onRetry={onRetry} />
    </PageBody>
  );
}

/** Whoever is signed in may mean what still waits for their answer. */
function Unknown() {
  const { t } = useTranslation();
  return (
    <Outcome
      kicker={t("proposal.panel")}
      title={t("proposal.unknown.title")}
      text={t("proposal.unknown.text")}
      actions={
        <Button component={Link} to="/contacts" variant="outline">
          {t("proposal.contact")}
        </Button>
      }
    >
      <OpenProposals />
    </Outcome>
  );
}
