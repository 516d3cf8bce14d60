// Step 3 of a booking: what was said, the card, the time left. Ends with the enrolment, or says clearly why not.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { type Course, courseQuery } from "web-shared/api/courses";
import { ApiError } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { price } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { PageBody } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { TestModeBand } from "web-shared/ui/TestModeBand";
import { type Hold, holdQuery, paymentConfigQuery, quoteQuery } from "./api";
import styles from "./Checkout.module.css";
import { type Checkout, readCheckout } from "./checkout";
import { Done } from "./Done";
import { type Draft, readDraft } from "./draft";
import { HoldTimer } from "./HoldTimer";
import { Over } from "./Over";
import { Payment } from "./Payment";
import { Recap } from "./Recap";
import { StepPage } from "./StepPage";
import { Summary } from "./Summary";
import { totalOf } from "./selection";
import { usePayment } from "./usePayment";

export function ConfirmationPage() {
  // Read once: both are cleared when the enrolment is done, and the page stays to say so.
  const [draft] = useState(readDraft);
  const [checkout] = useState(readCheckout);
  if (!draft) return <Navigate to="/" replace />;
  if (!checkout) return <Navigate to="/reservation/details" replace />;
  return <Confirmation draft={draft} checkout={checkout} />;
}

function Confirmation({ draft, checkout }: { draft: Draft; checkout: Checkout }) {
  const course = useQuery(courseQuery(draft.courseId));
  const held = useQuery({ ...holdQuery(checkout), staleTime: Number.POSITIVE_INFINITY });
  const gone = held.error instanceof ApiError && [404, 410].includes(held.error.status);
  const failed = course.error ?? (gone ? null : held.error);

  if (gone) return <Over reason="expired" />;
  if (course.data && held.data) {
    return <Paying course={course.data} draft={draft} checkout={checkout} held={held.data} />;
  }
  return (
    <PageBody>
      {failed ? (
        <FailedState
          error={failed}
          onRetry={() => {
            void course.refetch();
            void held.refetch();
          }}
        />
      ) : (
        <Waiting />
      )}
    </PageBody>
  );
}

interface PayingProps {
  course: Course;
  draft: Draft;
  checkout: Checkout;
  held: Hold & { offset: number };
}

function Paying({ course, draft, checkout, held }: PayingProps) {
  const { t } = useTranslation();
  const [expired, setExpired] = useState(held.status === "EXPIRED" || held.status === "CANCELLED");
  const config = useQuery(paymentConfigQuery);
  const session = useSession();
  const quote = useQuery({
    ...quoteQuery(draft, session?.user.id),
    enabled: held.status === "HELD",
  });
  const payment = usePayment(checkout, held);

  if (payment.refused) return <Over reason={payment.refused} />;
  if (expired && !payment.busy && !payment.done) return <Over reason="expired" />;

  const test = config.data?.testMode === true;
  return (
    <>
      {test && <TestModeBand />}
      <StepPage
        title={t("booking.confirmationTitle")}
        step={3}
        aside={
          held.status === "HELD" &&
          !payment.done && (
            <HoldTimer
              expiresAt={held.expiresAt}
              offset={held.offset}
              onOver={() => setExpired(true)}
            />
          )
        }
        summary={
          <Summary
            course={course}
            draft={draft}
            lines={quote.data?.lines ?? []}
            total={held.amount ?? totalOf(course, draft.reservedModuleIds)}
          />
        }
      >
        <Recap draft={draft} />
        {config.data ? (
          <Payment
            config={config.data}
            payment={payment}
            amount={price(held.amount)}
            holder={`${draft.bookerData.firstName} ${draft.bookerData.lastName}`}
            toOther={draft.reservationTarget === "other"}
          />
        ) : (
          config.error && <FailedState error={config.error} onRetry={() => void config.refetch()} />
        )}
        <div className={styles.actions}>
          <Button
            component={Link}
            to="/reservation/details"
            variant="subtle"
            leftSection={<Icon name="arrow-left" />}
            aria-disabled={payment.busy}
          >
            {t("booking.backToDetails")}
          </Button>
        </div>
      </StepPage>
      {payment.done && <Done draft={draft} free={course.free} signedIn={payment.done.signedIn} />}
    </>
  );
}
