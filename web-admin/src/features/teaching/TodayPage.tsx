// A teacher's day: the next session with its class and one button, what is unfinished, what comes then.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "web-shared/api/session";
import { day, today } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";
import { Icon } from "web-shared/ui/Icon";
import { Page } from "web-shared/ui/Page";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { type ClassSession, hourOf } from "../../ui/classSessions";
import { ClassOf } from "./ClassOf";
import { NextSession } from "./NextSession";
import { SessionCard } from "./SessionCard";
import styles from "./Teaching.module.css";
import { type Day, dayOfTeacher } from "./today";
import { Unfinished } from "./Unfinished";
import { useNow } from "./useNow";
import { useOwnSessions } from "./useOwnSessions";

const SHOWN = 4; // sessions that come then

/** `unsent`: what this browser still has of roll calls. */
export function TodayPage({ unsent }: { unsent: ReactNode }) {
  const { t } = useTranslation();
  const user = useSession()?.user;
  const now = useNow();
  const { data, error, refetch } = useOwnSessions();
  if (!user) return null;
  const found = data && dayOfTeacher(data, now, user.teacherId ?? null);
  return (
    <Page title={t("dashboard.nav.today")}>
      <div className={styles.page}>
        <h1>{t("dashboard.today.greeting", { name: user.firstName })}</h1>
        <p className={styles.moment}>
          {day(today(), "full")}, {hourOf(new Date(now).toISOString())}
          {found && `. ${t("dashboard.today.count", { count: found.today })}`}
        </p>
        {unsent}
        {found ? (
          <TheDay found={found} now={now} />
        ) : error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )}
      </div>
    </Page>
  );
}

function TheDay({ found, now }: { found: Day; now: number }) {
  const { t } = useTranslation();
  const { after } = found;
  return (
    <div className={styles.two}>
      <div>
        {found.now ? (
          <>
            <NextSession session={found.now} now={now} />
            <ClassOf session={found.now} />
          </>
        ) : (
          <Nothing next={found.next} />
        )}
      </div>
      <div className={styles.aside}>
        <Unfinished now={now} />
        {after.length > 0 && (
          <section aria-labelledby="then">
            <h2 id="then">{t("dashboard.today.then")}</h2>
            <ul>
              {after.slice(0, SHOWN).map((session) => (
                <li key={session.id}>
                  <SessionCard session={session} />
                </li>
              ))}
            </ul>
            <Link className={styles.all} to="/seances">
              {t("dashboard.today.all")}
              <Icon name="caret-right-bold" size={14} />
            </Link>
          </section>
        )}
      </div>
    </div>
  );
}

/** No session today, or none any more: when the next one is. */
function Nothing({ next }: { next: ClassSession | null }) {
  const { t } = useTranslation();
  return (
    <Note>
      {next
        ? t("dashboard.today.nothing", {
            day: day(next.date, "full"),
            time: hour(next.startTime),
            course: next.courseName,
          })
        : t("dashboard.today.nothingPlanned")}
    </Note>
  );
}
