// The head of the page after a booking: whose place it is, where to go, and the course in its arch.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, dayRange, today } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { Steps } from "web-shared/ui/Steps";
import { CourseScene } from "../../ui/CourseScene";
import styles from "../../ui/CourseScene.module.css";
import type { Bought } from "./finish";
import type { SuccessProps } from "./SuccessPage";

const CalendarDialog = lazyDialog(() =>
  import("web-shared/ui/sessions/CalendarDialog").then((module) => module.CalendarDialog),
);

export type Purchase = NonNullable<Bought["reservation"]["purchase"]>;

/** What every part of the page is told. */
export interface Booked extends SuccessProps {
  purchase: Purchase;
  /** The day on which the first lesson can be opened. */
  opens: string;
}

export function SuccessBanner({
  completed,
  course,
  purchase,
  opens,
  signedIn,
}: Booked & { signedIn: boolean }) {
  const { t } = useTranslation();
  const other = purchase.forAnother;
  const name = other ? purchase.learnerName || purchase.learnerEmail : completed.user.firstName;
  return (
    <CourseScene course={course} caption={dayRange(course.startDate, course.endDate, "long")}>
      <Steps
        name={t("booking.steps")}
        current={4}
        labels={[
          t("booking.stepSelection"),
          t("booking.stepDetails"),
          t("booking.stepConfirmation"),
        ]}
      />
      <h1>{t(other ? "booking.success.forOther" : "booking.success.forYou", { name })}</h1>
      <p className={styles.lead}>
        {t(opens > today() ? "booking.success.opensOn" : "booking.success.opensNow", {
          day: day(opens, "full"),
        })}{" "}
        {t("booking.success.mail", { email: purchase.payerEmail })}
      </p>
      {/* The courses of a child without an e-mail are among the guardian's own. */}
      <Ways
        other={other && purchase.learnerEmail !== ""}
        signedIn={signedIn}
        subscriptionId={course.sessionsSummary ? completed.subscription.id : null}
      />
    </CourseScene>
  );
}

interface WaysProps {
  other: boolean;
  signedIn: boolean;
  /** Whose sessions can be added to a calendar; null without dates. */
  subscriptionId: number | null;
}

/** What somebody else learns is not among one's own courses. */
function Ways({ other, signedIn, subscriptionId }: WaysProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const purchases = "/profile?tab=purchases";
  const inside = (page: string) => (signedIn ? page : `/login?next=${encodeURIComponent(page)}`);
  return (
    <div className={styles.ways}>
      {other ? (
        <Button component={Link} to={inside(purchases)}>
          {t("booking.success.toPurchases")}
        </Button>
      ) : (
        <Button component={Link} to={inside("/profile/subscriptions")}>
          {t("booking.success.toCourses")}
        </Button>
      )}
      {!other && signedIn && subscriptionId !== null && (
        <>
          <Button
            variant="outline"
            leftSection={<Icon name="calendar-plus" />}
            onClick={() => setAdding(true)}
          >
            {t("calendar.add")}
          </Button>
          <CalendarDialog
            opened={adding}
            subscriptionId={subscriptionId}
            onClose={() => setAdding(false)}
          />
        </>
      )}
      <Button component={Link} to="/" variant="outline">
        {t("booking.toHome")}
      </Button>
    </div>
  );
}
