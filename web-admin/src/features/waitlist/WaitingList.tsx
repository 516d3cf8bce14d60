// The seats of a full course, those on offer, and who waits for one. An editor sees names, and changes nothing.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { useSession } from "web-shared/api/session";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { type Entry, entriesQuery, offersOf, waitingOf } from "./api";
import { Offers } from "./Offers";
import { Rows } from "./Rows";
import { Seats } from "./Seats";
import styles from "./Waitlist.module.css";
import { nameOf } from "./words";

export function WaitingList({ course }: { course: Course }) {
  const { t } = useTranslation();
  const { data, error, refetch, dataUpdatedAt, errorUpdatedAt } = useQuery(entriesQuery(course.id));
  const now = Math.max(dataUpdatedAt, errorUpdatedAt);
  if (data) return <Shown course={course} entries={data} now={now} />;
  if (error) {
    return (
      <FailedState
        error={error}
        what={t("dashboard.waitlist.failed")}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Waiting>
      <Skeleton height={38} width="60%" />
      <Skeleton height={180} mt={22} />
    </Waiting>
  );
}

interface ShownProps {
  course: Course;
  entries: Entry[];
  now: number;
}

function Shown({ course, entries, now }: ShownProps) {
  const { t } = useTranslation();
  const admin = useSession()?.user.role === "ADMIN";
  const heading = useId();
  const { id, name, capacity, seatsLeft, offerHours } = course;
  const [offers, waiting] = [offersOf(entries), waitingOf(entries)];
  const listed = entries.filter(({ status }) => status !== "OFFERED");
  const [next] = waiting;
  return (
    <>
      {typeof capacity === "number" ? (
        <Seats capacity={capacity} free={seatsLeft ?? 0} offered={offers.length} />
      ) : (
        <p className={styles.seats}>{t("dashboard.waitlist.unlimited")}</p>
      )}
      <Offers course={course} offers={offers} admin={admin} now={now} />
      <div className={styles.listHead}>
        <h3 id={heading}>{t("dashboard.waitlist.list")}</h3>
        <p>
          {t("dashboard.waitlist.delay", { count: offerHours })}{" "}
          <Link
            to={`/course/edit/${id}#offerHours`}
            aria-label={t("dashboard.waitlist.changeOf", { name })}
          >
            {t("dashboard.waitlist.change")}
          </Link>
        </p>
      </div>
      {listed.length === 0 ? (
        <p className={styles.foot}>{t("dashboard.waitlist.nobody")}</p>
      ) : (
        <Rows
          course={course}
          entries={listed}
          waiting={waiting}
          admin={admin}
          labelledBy={heading}
        />
      )}
      {next && (
        <p className={styles.foot}>
          {t("dashboard.waitlist.next", { name: nameOf(next) })}
          {admin && ` ${t("dashboard.waitlist.kept")}`}
        </p>
      )}
    </>
  );
}
