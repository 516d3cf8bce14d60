// The sessions of a class: those to come, then those held with one's own attendance.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type OwnSession, ownSessionsQuery } from "web-shared/api/classSessions";
import { Icon } from "web-shared/ui/Icon";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { isAhead, nextOf } from "web-shared/ui/sessions/next";
import { SessionRows } from "web-shared/ui/sessions/SessionRows";
import { AttendanceRate } from "./AttendanceRate";
import styles from "./Class.module.css";
import type { ClassProps } from "./ClassPage";
import { ComingRow, HeldRow } from "./ClassRows";

const CalendarDialog = lazyDialog(() =>
  import("web-shared/ui/sessions/CalendarDialog").then((module) => module.CalendarDialog),
);

/** How many are seen at once. */
const AT_ONCE = 6;

export function ClassSessions({ subscription, own, now }: ClassProps & { now: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(ownSessionsQuery(subscription.id));
  const [adding, setAdding] = useState(false);
  const any = Boolean(data && data.sessions.length > 0);
  return (
    <section id="seances">
      <div className={styles.head}>
        <h2>{t("sessions.title")}</h2>
        {any && subscription.canAccess && (
          <Button
            variant="outline"
            size="sm"
            leftSection={<Icon name="calendar-plus" />}
            onClick={() => setAdding(true)}
          >
            {t("calendar.add")}
          </Button>
        )}
      </div>
      {data ? (
        any ? (
          <Lists subscription={subscription} own={own} now={now} sessions={data.sessions} />
        ) : (
          <None subscription={subscription} />
        )
      ) : error ? (
        <FailedState what={t("sessions.failed")} error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting>
          <Skeleton height={220} />
        </Waiting>
      )}
      <CalendarDialog
        opened={adding}
        subscriptionId={subscription.id}
        onClose={() => setAdding(false)}
      />
    </section>
  );
}

/** What the school wrote of the hours, as long as there are no dates. */
function None({ subscription: { schedule, canAccess } }: Pick<ClassProps, "subscription">) {
  const { t } = useTranslation();
  if (!canAccess) return <p className="muted">{t("classroom.noneHeld")}</p>;
  return (
    <>
      {schedule && (
        <p className={styles.lines} lang="fr">
          {schedule}
        </p>
      )}
      <p className="muted">{t("classroom.noSessions")}</p>
    </>
  );
}

function Lists(props: ClassProps & { now: number; sessions: OwnSession[] }) {
  const { t } = useTranslation();
  const { subscription, own, now, sessions } = props;
  const coming = sessions.filter((session) => isAhead(session, now));
  const held = sessions.filter((session) => !isAhead(session, now)).reverse();
  const next = nextOf(sessions, now)?.id;
  const usual = { room: usualRoom(sessions), teacher: subscription.teacherName ?? null };
  return (
    <>
      {coming.length > 0 ? (
        <Group title={t("classroom.coming")} count={coming.length} more="classroom.moreComing">
          {coming.map((session) => (
            <ComingRow
              key={session.id}
              session={session}
              next={session.id === next}
              usual={usual}
              now={now}
            />
          ))}
        </Group>
      ) : (
        subscription.canAccess && <p>{t("sessions.allPast")}</p>
      )}
      {held.length > 0 && (
        <Group
          title={t("classroom.held")}
          count={held.length}
          more="classroom.moreHeld"
          aside={<AttendanceRate subscription={subscription} own={own} />}
        >
          {held.map((session) => (
            <HeldRow key={session.id} session={session} />
          ))}
        </Group>
      )}
      {held.some(({ attendance }) => attendance) && usual.teacher && (
        <p className={styles.mistake}>
          {t("classroom.mistake")}{" "}
          <Link to={`/contacts?to=${encodeURIComponent(usual.teacher)}`}>
            {t("classroom.sayIt", { teacher: usual.teacher })}
          </Link>
        </p>
      )}
    </>
  );
}

interface GroupProps {
  title: string;
  count: number;
  /** What the button of the rest says. */
  more: "classroom.moreComing" | "classroom.moreHeld";
  aside?: ReactNode;
  children: ReactNode[];
}

/** The first of them, and the rest behind a button. */
function Group({ title, count, more, aside, children }: GroupProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const rest = children.length - AT_ONCE;
  return (
    <>
      <div className={styles.group}>
        <h3>
          {title} <span>{count}</span>
        </h3>
        {aside}
      </div>
      <SessionRows>{all ? children : children.slice(0, AT_ONCE)}</SessionRows>
      {rest > 0 && !all && (
        <Button
          variant="subtle"
          className={styles.more}
          rightSection={<Icon name="caret-down-bold" size={18} />}
          onClick={() => setAll(true)}
        >
          {t(more, { count: rest })}
        </Button>
      )}
    </>
  );
}

/** The room where most sessions take place. */
function usualRoom(sessions: OwnSession[]): string | null {
  const counts = new Map<string, number>();
  for (const { roomName } of sessions) {
    if (roomName) counts.set(roomName, (counts.get(roomName) ?? 0) + 1);
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}
