// `/liste-attente#token`, where the mails of a waiting list lead, and `?entry=` for whoever is signed in: how one stands on
// the list, and the seat that is offered. The server never sees the token in an address.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "react-router";
import { courseQuery } from "web-shared/api/courses";
import { isMissing } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { Page, PageBody } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { ToSignIn } from "web-shared/ui/ToSignIn";
import { Outcome } from "../../ui/Outcome";
import { type Entry, linkQuery, ownEntriesQuery, type Token } from "./api";
import { EntryView } from "./EntryView";
import type { Booking } from "./useAccepting";

interface WaitlistPageProps {
  /** The address of the sign-in. */
  signIn: string;
  booking: Booking;
}

export function WaitlistPage({ signIn, booking }: WaitlistPageProps) {
  const { t } = useTranslation();
  const session = useSession();
  const token = useLocation().hash.slice(1);
  const [query] = useSearchParams();
  const id = Number(query.get("entry"));
  if (!token && id > 0 && !session) return <ToSignIn at={signIn} />;
  return (
    <Page title={t("waitlist.panel")}>
      {token ? (
        <ByLink key={token} token={token} booking={booking} />
      ) : id > 0 ? (
        <Own key={id} id={id} booking={booking} />
      ) : (
        <Unknown />
      )}
    </Page>
  );
}

interface ByLinkProps {
  token: string;
  booking: Booking;
}

function ByLink({ token, booking }: ByLinkProps) {
  const { data, error, refetch } = useQuery(linkQuery(token));
  if (isMissing(error)) return <Unknown />;
  return (
    <Found
      token={token}
      entry={data?.entry}
      offset={data?.offset ?? 0}
      error={error}
      onRetry={() => void refetch()}
      booking={booking}
    />
  );
}

function Own({ id, booking }: { id: number; booking: Booking }) {
  const { data, error, refetch } = useQuery(ownEntriesQuery);
  const entry = data?.entries.find((one) => one.id === id);
  if (data && !entry) return <Unknown />;
  return (
    <Found
      token={null}
      entry={entry}
      offset={data?.offset ?? 0}
      error={error}
      onRetry={() => void refetch()}
      booking={booking}
    />
  );
}

interface FoundProps {
  token: Token;
  entry: Entry | undefined;
  /** Milliseconds the server's clock is ahead. */
  offset: number;
  error: unknown;
  onRetry: () => void;
  booking: Booking;
}

/** The entry with its course; a course that is not public any more is left out. */
function Found({ entry, error, onRetry, ...rest }: FoundProps) {
  const course = useQuery({ ...courseQuery(entry?.courseId ?? 0), enabled: entry !== undefined });
  const gone = isMissing(course.error);
  if (entry && (course.data || gone)) {
    return (
      <EntryView
        {...rest}
        entry={entry}
        course={gone ? null : (course.data ?? null)}
        onOver={onRetry}
      />
    );
  }
  if (error || course.error) {
    return (
      <Failed
        error={error ?? course.error}
        onRetry={() => {
          if (error) onRetry();
          else void course.refetch();
        }}
      />
    );
  }
  return (
    <PageBody>
      <Waiting />
    </PageBody>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <PageBody>
      <h1 className="hidden">{t("waitlist.panel")}</h1>
      <FailedState what={t("waitlist.failed")} error={error} onRetry={onRetry} />
    </PageBody>
  );
}

function Unknown() {
  const { t } = useTranslation();
  return (
    <Outcome
      kicker={t("waitlist.panel")}
      title={t("waitlist.unknown.title")}
      text={t("waitlist.unknown.text")}
      actions={
        <Button component={Link} to="/courses" variant="outline">
          {t("booking.otherCourses")}
        </Button>
      }
    />
  );
}
