// Step 2 of a booking: who books, for whom, and the password of a new account. Sending holds the seat.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { courseQuery } from "web-shared/api/courses";
import { useSession } from "web-shared/api/session";
import { PageBody } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { quoteQuery } from "./api";
import { DetailsForm } from "./DetailsForm";
import { type Draft, useDraft } from "./draft";
import { StepPage } from "./StepPage";
import { Summary } from "./Summary";
import { totalOf } from "./selection";

/** Signing in within the page; handed in by the app. */
export type Login = (onSignedIn: () => void) => ReactNode;

export function DetailsPage({ login }: { login: Login }) {
  const [draft, change] = useDraft();
  if (!draft) return <Navigate to="/" replace />;
  return <Details draft={draft} onChange={change} login={login} />;
}

interface DetailsProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  login: Login;
}

function Details({ draft, onChange, login }: DetailsProps) {
  const { t } = useTranslation();
  const session = useSession();
  const course = useQuery(courseQuery(draft.courseId));
  const quote = useQuery({
    ...quoteQuery(draft, session?.user.id),
    placeholderData: keepPreviousData,
  });

  if (!course.data) {
    return (
      <PageBody>
        {course.error ? (
          <FailedState error={course.error} onRetry={() => void course.refetch()} />
        ) : (
          <Waiting />
        )}
      </PageBody>
    );
  }
  return (
    <StepPage
      title={t("booking.detailsTitle")}
      step={2}
      summary={
        <Summary
          course={course.data}
          draft={draft}
          lines={quote.data?.lines ?? []}
          total={quote.data?.amount ?? totalOf(course.data, draft.reservedModuleIds)}
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
