// After a booking: the place that was taken, what it cost, what happens next. Its address may be loaded again.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { type Course, courseQuery } from "web-shared/api/courses";
import { hasCode } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { today } from "web-shared/format/format";
import { Page, PageBody } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { StillProcessing } from "./api";
import { Checking } from "./Checking";
import type { Checkout } from "./checkout";
import { type Bought, completedQuery } from "./finish";
import { Over } from "./Over";
import { Receipt } from "./Receipt";
import styles from "./Success.module.css";
import { SuccessBanner } from "./SuccessBanner";
import { answeredPurchase, readFinished } from "./success";
import { WhatNext } from "./WhatNext";

export function SuccessPage() {
  const [finished] = useState(readFinished);
  if (!finished) return <Navigate to="/" replace />;
  return <Completion finished={finished} />;
}

function Completion({ finished }: { finished: Checkout }) {
  const [known] = useState(() => answeredPurchase(finished));
  const completed = useQuery({ ...completedQuery(finished), enabled: known === null });
  const bought = known ?? completed.data;
  const courseId = bought?.reservation.courseId;
  const course = useQuery({ ...courseQuery(courseId ?? 0), enabled: courseId !== undefined });
  const { error, isFetching } = completed;
  const { late } = (useLocation().state as { late?: boolean } | null) ?? {};

  if (hasCode(error, "expired", "gone")) return <Over reason="expired" />;
  if (hasCode(error, "refunded")) return <Over reason="refunded" />;
  if (error instanceof StillProcessing || (late && !bought && !error)) {
    return <Checking busy={isFetching} onRetry={() => void completed.refetch()} />;
  }
  if (bought && course.data) {
    return <Success completed={bought} course={course.data} />;
  }
  const failed = error ?? course.error;
  return (
    <PageBody>
      {failed ? (
        <FailedState
          error={failed}
          onRetry={() => {
            void completed.refetch();
            if (courseId !== undefined) void course.refetch();
          }}
        />
      ) : (
        <Waiting />
      )}
    </PageBody>
  );
}

/** A booking that is complete, with its course. */
export interface SuccessProps {
  completed: Bought;
  course: Course;
}

function Success(props: SuccessProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { reservation } = props.completed;
  if (!reservation.purchase) return <Navigate to="/profile/subscriptions" replace />;
  const booked = {
    ...props,
    purchase: reservation.purchase,
    opens: props.completed.subscription.opensOn ?? today(),
  };
  return (
    <Page title={t("booking.success.title")}>
      <SuccessBanner {...booked} signedIn={session !== null} />
      <div className={`wrap ${styles.after}`}>
        <WhatNext {...booked} />
        <Receipt {...booked} signedIn={session !== null} />
      </div>
    </Page>
  );
}
