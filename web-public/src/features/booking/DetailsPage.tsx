// Step 2 of a booking: who books, for whom, and the password of a new account. Sending holds the seat.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { courseQuery } from "web-shared/api/courses";
import { ApiError } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { PageBody } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { type Hold, holdQuery, quoteQuery } from "./api";
import { readCheckout } from "./checkout";
import { DetailsForm } from "./DetailsForm";
import { type Draft, useDraft } from "./draft";
import { HoldTimer } from "./HoldTimer";
import { Over } from "./Over";
import { StepPage } from "./StepPage";
import { Summary } from "./Summary";
import { totalOf } from "./selection";

/** Signing in within the page; handed in by the app. */
export type Login = (onSignedIn: () => void) => ReactNode;

export function DetailsPage({ login }: { login: Login }) {
  const [draft, change] = useDraft();
  if (!draft) return <Navigate to="/" replace />;
  return draft.offered ? (
    <OfferedDetails draft={draft} onChange={change} login={login} />
  ) : (
    <Details draft={draft} onChange={change} login={login} />
  );
}

/** The seat of an offer is held while the details are typed: at its own price, and not for long. */
function OfferedDetails(props: DetailsProps) {
  const [checkout] = useState(readCheckout);
  const [over, setOver] = useState(checkout === null);
  const { data, error, refetch } = useQuery({
    ...holdQuery(checkout ?? { reservationId: 0, checkoutToken: "" }),
    enabled: checkout !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const gone = error instanceof ApiError && [404, 410].includes(error.status);
  const ended = data?.status === "EXPIRED" || data?.status === "CANCELLED";
  if (over || gone || ended) return <Over reason="expired" />;
  if (data) return <Details {...props} held={data} onOver={() => setOver(true)} />;
  return <Pending error={error} onRetry={() => void refetch()} />;
}

function Pending({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <PageBody>{error ? <FailedState error={error} onRetry={onRetry} /> : <Waiting />}</PageBody>
  );
}

interface DetailsProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  login: Login;
  /** The seat that is held already. */
  held?: Hold & { offset: number };
  onOver?: () => void;
}

function Details({ draft, onChange, login, held, onOver = () => {} }: DetailsProps) {
  const { t } = useTranslation();
  const session = useSession();
  const course = useQuery(courseQuery(draft.courseId));
  const quote = useQuery({
    ...quoteQuery(draft, session?.user.id),
    placeholderData: keepPreviousData,
  });

  if (!course.data) {
    return <Pending error={course.error} onRetry={() => void course.refetch()} />;
  }
  return (
    <StepPage
      title={t("booking.detailsTitle")}
      step={2}
      aside={held && <HoldTimer expiresAt={held.expiresAt} offset={held.offset} onOver={onOver} />}
      summary={
        <Summary
          course={course.data}
          draft={draft}
          lines={(held ?? quote.data)?.lines ?? []}
          total={(held ?? quote.data)?.amount ?? totalOf(course.data, draft.reservedModuleIds)}
        />
      }
    >
      <DetailsForm
        key={session?.user.id ?? "visitor"}
        course={course.data}
        draft={draft}
        onChange={onChange}
        login={login}
        refused={quote.error}
        asked={quote.data}
      />
    </StepPage>
  );
}
