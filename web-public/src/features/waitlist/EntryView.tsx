// One entry in each of its states: in line, offered, accepted, and those in which the list is left.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, courseAddress } from "web-shared/api/courses";
import { ApiError } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { moment } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import { Outcome, Refused } from "../../ui/Outcome";
import styles from "../../ui/Outcome.module.css";
import type { Entry, Token } from "./api";
import { dayAndTime } from "./deadline";
import { Leave } from "./dialogs";
import { Offer } from "./Offer";
import { useRankTitle } from "./titles";
import { type Booking, useAccepting } from "./useAccepting";

interface EntryViewProps {
  entry: Entry;
  /** Null: it is not public any more. */
  course: Course | null;
  token: Token;
  /** Milliseconds the server's clock is ahead. */
  offset: number;
  booking: Booking;
  /** The time to answer is over. */
  onOver: () => void;
}

/** What each state is told. */
export interface StateProps extends Omit<EntryViewProps, "onOver"> {
  /** It follows upon another state of this page. */
  arrived: boolean;
}

export function EntryView({ onOver, ...props }: EntryViewProps) {
  const [first] = useState(props.entry.status);
  const state = { ...props, arrived: props.entry.status !== first };
  switch (props.entry.status) {
    case "OFFERED":
      return <Offer {...state} onOver={onOver} />;
    case "ACCEPTED":
      return <Accepted {...state} />;
    case "DECLINED":
      return <Declined {...state} />;
    case "LAPSED":
      return <Lapsed {...state} />;
    case "LEFT":
      return <Left {...state} />;
    default:
      return <InLine {...state} />;
  }
}

/** Whether seats of a course may come free for whoever waits: it is full, or can be booked. */
function isLive(course: Course | null): boolean {
  return course !== null && (course.bookable || course.refusal?.code === "full");
}

function InLine({ entry, course, token, arrived }: StateProps) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <Outcome
        kicker={t("waitlist.panel")}
        title={useRankTitle(entry)}
        text={
          <>
            {t("waitlist.line.since", { moment: moment(entry.createdAt) })}{" "}
            {course && isLive(course) && t("waitlist.line.hours", { count: course.offerHours })}
          </>
        }
        course={course}
        arrived={arrived}
        actions={
          <>
            {course && <ToCourse course={course} />}
            <Button variant="subtle" onClick={() => setLeaving(true)}>
              {t("waitlist.leave.action")}
            </Button>
          </>
        }
      >
        {!isLive(course) && (
          <div className={styles.note}>
            <Note tone="warning">{t("waitlist.line.closed")}</Note>
          </div>
        )}
      </Outcome>
      <Leave opened={leaving} entry={entry} token={token} onClose={() => setLeaving(false)} />
    </>
  );
}

function ToCourse({ course }: { course: Course }) {
  const { t } = useTranslation();
  return (
    <Button component={Link} to={courseAddress(course)} variant="outline">
      {t("waitlist.toCourse")}
    </Button>
  );
}

/** The seat is held for the payment, or the booking is done: only the school knows. Going on asks it. */
function Accepted({ entry, course, token, booking, arrived }: StateProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { accept, isPending, error } = useAccepting({ entry, token, booking });
  const over = error instanceof ApiError;
  const begun = booking.resume(entry.courseId);
  const courses = "/profile/subscriptions";
  return (
    <Outcome
      kicker={t("waitlist.panel")}
      title={t("waitlist.accepted.title")}
      text={t("waitlist.accepted.text")}
      course={course}
      arrived={arrived}
      actions={
        <>
          {begun !== null ? (
            <Button component={Link} to={begun}>
              {t("waitlist.accepted.continue")}
            </Button>
          ) : (
            !over && (
              <Button loading={isPending} onClick={accept}>
                {t("waitlist.accepted.continue")}
              </Button>
            )
          )}
          <Button
            component={Link}
            to={session ? courses : `/login?next=${encodeURIComponent(courses)}`}
            variant="outline"
          >
            {t("booking.seeSubscriptions")}
          </Button>
          {over && course && isLive(course) && <Again course={course} />}
        </>
      }
    >
      {over ? (
        <div role="alert" className={styles.note}>
          <Note tone="warning">{t("waitlist.accepted.over")}</Note>
        </div>
      ) : (
        <Refused error={error} />
      )}
    </Outcome>
  );
}

function Declined({ course, arrived }: StateProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      kicker={t("waitlist.panel")}
      title={t("waitlist.declined.title")}
      text={t("waitlist.declined.text")}
      course={course}
      arrived={arrived}
      actions={<OtherCourses course={course} />}
    />
  );
}

function Lapsed({ entry, course, arrived }: StateProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      kicker={t("waitlist.panel")}
      title={t("waitlist.lapsed.title")}
      text={entry.offer && t("waitlist.lapsed.text", dayAndTime(entry.offer.until))}
      course={course}
      arrived={arrived}
      actions={
        course && isLive(course) ? <Again course={course} /> : <OtherCourses course={course} />
      }
    />
  );
}

function Left({ course, arrived }: StateProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      kicker={t("waitlist.panel")}
      title={t("waitlist.ended.title")}
      text={t("waitlist.ended.text")}
      course={course}
      arrived={arrived}
      actions={
        <>
          {course && isLive(course) && <Again course={course} />}
          <OtherCourses course={course} />
        </>
      }
    />
  );
}

function Again({ course }: { course: Course }) {
  const { t } = useTranslation();
  return (
    <Button component={Link} to={`${courseAddress(course)}#waitlist`} variant="outline">
      {course.bookable ? t("waitlist.toCourse") : t("waitlist.lapsed.again")}
    </Button>
  );
}

function OtherCourses({ course }: { course: Course | null }) {
  const { t } = useTranslation();
  const query = course && new URLSearchParams({ language: course.language, type: course.type });
  return (
    <Button component={Link} to={query ? `/courses?${query}` : "/courses"} variant="outline">
      {t("booking.otherCourses")}
    </Button>
  );
}
