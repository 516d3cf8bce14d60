// Step 3 of a booking: what was said, the card, the time left. Leads on once the learner is enrolled, or says clearly why
// not.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useNavigate } from "react-router";
import { type Course, courseQuery } from "web-shared/api/courses";
import { ApiError } from "web-shared/api/problem";
import { money } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { PageBody } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { TestModeBand } from "web-shared/ui/TestModeBand";
import { type Hold, holdQuery, paymentConfigQuery } from "./api";
import styles from "./Checkout.module.css";
import { type Checkout, readCheckout } from "./checkout";
import { type Draft, readDraft } from "./draft";
import { HoldTimer } from "./HoldTimer";
import { Over } from "./Over";
import { Payment } from "./Payment";
import { Recap } from "./Recap";
import { StepPage } from "./StepPage";
import { Summary } from "./Summary";
import { saveFinished } from "./success";
import { useLearner } from "./useLearner";
import { usePayment } from "./usePayment";

export function ConfirmationPage() {
  // Read once: both are cleared when the enrolment is done, before the next page stands.
  const [draft] = useState(readDraft);
  const [checkout] = useState(readCheckout);
  if (!draft) return <Navigate to="/" replace />;
  if (!checkout) return <Navigate to="/reservation/details" replace />;
  return <Confirmation draft={draft} checkout={checkout} />;
}

interface ConfirmationProps {
  draft: Draft;
  checkout: Checkout;
}

function Confirmation({ draft, checkout }: ConfirmationProps) {
  const course = useQuery(courseQuery(draft.courseId));
  const held = useQuery({ ...holdQuery(checkout), staleTime: Number.POSITIVE_INFINITY });
  const gone = held.error instanceof ApiError && [404, 410].includes(held.error.status);
  const failed = course.error ?? held.error;
  // Kept: everything is asked again as soon as the account made by the purchase is signed in. The page would end there and
  // begin anew with a hold that is paid, enrol a second time, and lead to the last page from wherever the visitor is by then.
  const [ready, setReady] = useState<Pick<PayingProps, "course" | "held"> | null>(null);
  if (!ready && course.data && held.data) setReady({ course: course.data, held: held.data });

  if (ready) return <Paying {...ready} draft={draft} checkout={checkout} />;
  if (gone) return <Over reason="expired" />;
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

interface PayingProps extends ConfirmationProps {
  course: Course;
  held: Hold & { offset: number };
}

function Paying({ course, draft, checkout, held }: PayingProps) {
  const { t } = useTranslation();
  const [over, setOver] = useState(held.status === "EXPIRED" || held.status === "CANCELLED");
  const config = useQuery(paymentConfigQuery);
  const navigate = useNavigate();
  const learner = useLearner(draft);
  const payment = usePayment(checkout, held, (bought) => {
    saveFinished(checkout, bought);
    void navigate("/reservation/success", { replace: true, state: { late: bought === null } });
  });

  if (payment.refused) return <Over reason={payment.refused} />;
  // A payment on its way is not cut off: its answer says what became of it.
  if (over && !payment.busy && !payment.paid) return <Over reason="expired" />;
  return (
    <>
      {config.data?.testMode && <TestModeBand />}
      <StepPage
        title={t("booking.confirmationTitle")}
        step={3}
        aside={
          !payment.paid && (
            <HoldTimer
              expiresAt={held.expiresAt}
              offset={held.offset}
              onOver={() => setOver(true)}
            />
          )
        }
        summary={<Summary course={course} draft={draft} lines={held.lines} total={held.amount} />}
      >
        <Recap draft={draft} editable={!payment.paid} />
        {config.data ? (
          <Payment
            config={config.data}
            payment={payment}
            amount={money(held.amount)}
            holder={`${draft.bookerData.firstName} ${draft.bookerData.lastName}`}
            toOther={draft.reservationTarget === "other" && !learner.ward}
          />
        ) : (
          config.error && <FailedState error={config.error} onRetry={() => void config.refetch()} />
        )}
        {!payment.paid && (
          <div className={styles.actions}>
            <Button
              component={Link}
              to="/reservation/details"
              variant="subtle"
              leftSection={<Icon name="arrow-left" />}
            >
              {t("booking.backToDetails")}
            </Button>
          </div>
        )}
      </StepPage>
    </>
  );
}
