// What comes next, over all courses: the session that is going on or to come, and the lesson to go on with.
import { Skeleton } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { classAddress, type OwnSession, ownSessionsQuery } from "web-shared/api/classSessions";
import { useSession } from "web-shared/api/session";
import type { Subscription } from "web-shared/api/subscriptions";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Join } from "web-shared/ui/sessions/Join";
import { cancelledToday, isOpen, nextOf, placeOf, useNow } from "web-shared/ui/sessions/next";
import { PlanLink, SessionCard, SessionPlace } from "web-shared/ui/sessions/SessionCard";
import { SessionRow, SessionRows } from "web-shared/ui/sessions/SessionRows";
import { Sign } from "web-shared/ui/sessions/Sign";
import { WhenTag } from "web-shared/ui/sessions/WhenTag";
import { Tag } from "web-shared/ui/Tag";
import { Resume } from "./Resume";
import styles from "./Subscriptions.module.css";

/** A session with the course it belongs to. */
interface Upcoming {
  session: OwnSession;
  subscription: Subscription;
  place: { place: number; count: number };
}

export function NextUp({ subscriptions }: { subscriptions: Subscription[] }) {
  const live = subscriptions.filter(({ canAccess }) => canAccess);
  const queries = useQueries({ queries: live.map(({ id }) => ownSessionsQuery(id)) });
  const now = useNow(queries.find(({ data }) => data)?.data?.offset);
  const known = queries.flatMap(({ data }, at) => {
    const subscription = live[at];
    return data && subscription ? [{ subscription, sessions: data.sessions }] : [];
  });
  const next = earliest(
    known.flatMap(({ subscription, sessions }) => {
      const session = nextOf(sessions, now);
      return session ? [{ session, subscription, place: placeOf(sessions, session) }] : [];
    }),
  );
  const cancelled = known
    .flatMap(({ subscription, sessions }) =>
      cancelledToday(sessions, now).map((session) => ({ session, subscription })),
    )
    .filter(({ session }) => !next || session.startsAt < next.session.startsAt);
  const failed = queries.find(({ error }) => error);

  return (
    <div className={styles.today}>
      <NextSession
        next={next}
        cancelled={cancelled}
        now={now}
        waiting={queries.some(({ isPending }) => isPending)}
        error={failed?.error}
        onRetry={() => {
          for (const query of queries) if (query.error) void query.refetch();
        }}
      />
      <Resume subscriptions={subscriptions} second={Boolean(next && isOpen(next.session, now))} />
    </div>
  );
}

function earliest(all: Upcoming[]): Upcoming | null {
  const starts = ({ session }: Upcoming) => session.startsAt;
  return all.toSorted((one, other) => starts(one).localeCompare(starts(other)))[0] ?? null;
}

interface NextSessionProps {
  next: Upcoming | null;
  cancelled: Omit<Upcoming, "place">[];
  now: number;
  waiting: boolean;
  error: unknown;
  onRetry: () => void;
}

function NextSession({ next, cancelled, now, waiting, error, onRetry }: NextSessionProps) {
  const { t } = useTranslation();
  if (error) {
    return <FailedState what={t("classroom.nextFailed")} error={error} onRetry={onRetry} />;
  }
  if (waiting) {
    return (
      <Waiting>
        <Skeleton height={248} radius="lg" />
      </Waiting>
    );
  }
  if (!next && cancelled.length === 0) return null;
  return (
    <div className={styles.upcoming}>
      {cancelled.length > 0 && (
        <div className={styles.cancelled}>
          <SessionRows>
            {cancelled.map(({ session, subscription }) => (
              <SessionRow
                key={session.id}
                session={session}
                sign={<Sign state="cancelled" />}
                title={subscription.courseName}
              />
            ))}
          </SessionRows>
        </div>
      )}
      {next && <Card {...next} now={now} />}
    </div>
  );
}

function Card({ session, subscription, place, now }: Upcoming & { now: number }) {
  const { t } = useTranslation();
  const me = useSession()?.user.id;
  const { courseName, learnerName, courseType, id, userId } = subscription;
  return (
    <SessionCard
      session={session}
      label={t("sessions.next")}
      tags={
        <>
          <WhenTag session={session} now={now} />
          <Tag>{t(`courseType.${courseType}`)}</Tag>
          {userId !== me && <Tag>{t("subscriptions.forLearner", { name: learnerName })}</Tag>}
        </>
      }
      actions={
        <>
          <Join session={session} courseName={courseName} now={now} />
          <Link
            to={classAddress(id)}
            aria-label={t("classroom.seeClassNamed", { course: courseName })}
          >
            {t("classroom.seeClass")}
          </Link>
          <PlanLink session={session} />
        </>
      }
    >
      <p>
        <b className={styles.course} lang="fr">
          {courseName}
        </b>{" "}
        <span className="muted">{t("sessions.place", place)}</span>
      </p>
      <SessionPlace session={session} />
    </SessionCard>
  );
}
