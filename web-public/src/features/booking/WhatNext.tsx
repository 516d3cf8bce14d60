// After a booking: when and where the course takes place, and what comes next, in order.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { textsLanguage, timetableOf } from "web-shared/api/courses";
import { addDays, day, today } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { startOfCourse } from "../../ui/StartLine";
import { Threshold } from "../../ui/Threshold";
import { FirstSession } from "./FirstSession";
import styles from "./Success.module.css";
import type { Booked } from "./SuccessBanner";
import { useFirstSession } from "./useFirstSession";

export function WhatNext(booked: Booked) {
  const { t } = useTranslation();
  return (
    <div>
      <Starts {...booked} />
      <FirstSession {...booked} instead={<CourseFacts {...booked} />} />
      <h2>{t("booking.success.next")}</h2>
      <NextSteps {...booked} />
    </div>
  );
}

/** This purchase may be the one that was missing. */
function Starts({ completed, course, purchase }: Booked) {
  const still = completed.reservation.threshold ?? null;
  const start = still ?? (startOfCourse(course) && "confirmed");
  return (
    <div className={styles.threshold}>
      <Threshold start={start} free={purchase.amount === 0} />
    </div>
  );
}

/** What the school wrote of when and where. */
function CourseFacts({ course }: Booked) {
  const { t } = useTranslation();
  const online = course.type === "ONLINE";
  const timetable = timetableOf(course);
  return (
    <>
      <h2>{t("booking.success.yourCourse")}</h2>
      <ul className={styles.facts}>
        {(timetable ?? course.schedule) && (
          <Fact icon="calendar-dots">
            {timetable ?? <span lang={textsLanguage(course)}>{course.schedule}</span>}
          </Fact>
        )}
        <Fact icon={online ? "laptop" : "map-pin"}>
          {online ? (
            t("booking.success.online")
          ) : (
            <span lang={textsLanguage(course)}>
              {course.location ?? t("booking.success.inPerson")}
            </span>
          )}
        </Fact>
        {course.teacherName && <Fact icon="user">{course.teacherName}</Fact>}
      </ul>
    </>
  );
}

function Fact({
  icon,
  children,
}: {
  icon: "calendar-dots" | "laptop" | "map-pin" | "user";
  children: ReactNode;
}) {
  return (
    <li>
      <Icon name={icon} size={22} />
      {children}
    </li>
  );
}

function NextSteps({ completed, course, purchase, opens }: Booked) {
  const { t } = useTranslation();
  const steps = [
    {
      title: t("booking.success.mailLeft"),
      text: t(course.free ? "booking.success.mailWithout" : "booking.success.mailWithInvoice"),
    },
  ];
  // A learner without an address of their own is written to through the payer.
  if (purchase.forAnother && purchase.learnerEmail) {
    steps.push({
      title: t("booking.success.learnerMail", {
        name: purchase.learnerName || purchase.learnerEmail,
      }),
      text: t("booking.success.learnerMailText", { email: purchase.learnerEmail }),
    });
  }
  const first = useFirstSession({ course, completed, purchase }).first?.date;
  const wanted = purchase.forAnother || completed.user.sessionReminders;
  if (first && wanted && addDays(first, -1) > today()) {
    steps.push({
      title: t("booking.success.reminder", { day: day(addDays(first, -1), "full") }),
      text: t("booking.success.reminderText"),
    });
  }
  const later = opens > today();
  const waits = later && completed.subscription.opensAfterWithdrawal;
  steps.push({
    title: t(later ? "booking.success.lessonsOpenOn" : "booking.success.lessonsOpen", {
      day: day(opens, "full"),
    }),
    text: t(waits ? "booking.success.afterWithdrawal" : "booking.success.lessonsWhere", {
      day: day(opens),
    }),
  });
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }, at) => (
        <li key={title}>
          <span className={styles.niche} data-done={at === 0 || undefined} aria-hidden="true">
            {at === 0 ? <Icon name="check-bold" /> : at + 1}
          </span>
          <div>
            <b>{title}</b>
            <p className="muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
