// When a course meets: its timetable, the next three dates as arches, and all its sessions behind one line.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { courseSessionsQuery, type PublicSession } from "web-shared/api/classSessions";
import {
  type Course,
  type SessionsSummary,
  textsLanguage,
  timetableOf,
} from "web-shared/api/courses";
import { day, dayParts, number, today } from "web-shared/format/format";
import { hour, nearness } from "web-shared/format/sessions";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { SessionRow, SessionRows } from "web-shared/ui/sessions/SessionRows";
import { Tag } from "web-shared/ui/Tag";
import { CourseThreshold } from "../../ui/Threshold";
import styles from "./Sessions.module.css";

interface SessionsProps {
  course: Course;
  summary: SessionsSummary;
}

export function Sessions({ course, summary }: SessionsProps) {
  const { t } = useTranslation();
  const { data } = useQuery(courseSessionsQuery(course.id));
  const timetable = timetableOf(course, "long");
  const coming = data?.find(({ date, status }) => status === "PLANNED" && date >= today());
  return (
    <section id="sessions">
      <h2>{t("sessions.title")}</h2>
      {timetable && (
        <p className={styles.timetable}>
          {timetable}
          {coming?.roomName && `, ${coming.roomName}`}
        </p>
      )}
      <p className="muted">
        {t("sessions.all", {
          count: summary.count,
          hours: number(summary.hours),
          from: day(course.startDate),
          to: day(course.endDate),
        })}
      </p>
      {summary.next.length > 0 ? (
        <NextDates next={summary.next} />
      ) : (
        <p className={styles.past}>{t("sessions.allPast")}</p>
      )}
      <AllSessions course={course} count={summary.count} />
      <div className={styles.threshold}>
        <CourseThreshold course={course} />
      </div>
    </section>
  );
}

function NextDates({ next }: { next: SessionsSummary["next"] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.next} aria-label={t("sessions.nextDates")}>
      {next.map((session, at) => {
        const near = nearness(session);
        const parts = dayParts(session.date, "short");
        return (
          <li key={`${session.date} ${session.startTime}`}>
            <span className={styles.arch}>
              <span>{parts.weekday}</span> <b>{parts.number}</b> <span>{parts.month}</span>
            </span>
            <span className={styles.words}>
              <b>{t(near ? `sessions.${near}` : at === 0 ? "sessions.first" : "sessions.then")}</b>
              <span className="muted">{hour(session.startTime)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function AllSessions({ course, count }: { course: Course; count: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(courseSessionsQuery(course.id));
  return (
    <details className={styles.all}>
      <summary>
        {t("sessions.seeAll", { count })}
        <Icon name="caret-down-bold" />
      </summary>
      <div className={styles.list}>
        {data ? (
          <SessionRows>
            {data.map((session) => (
              <Row key={session.id} session={session} lang={textsLanguage(course)} />
            ))}
          </SessionRows>
        ) : error ? (
          <FailedState what={t("sessions.failed")} error={error} onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )}
      </div>
    </details>
  );
}

function Row({ session, lang }: { session: PublicSession; lang: string }) {
  const { t } = useTranslation();
  const near = nearness(session);
  return (
    <SessionRow
      session={{ ...session, reason: null }} // it may say that somebody is ill
      caption={session.moduleName && <span lang={lang}>{session.moduleName}</span>}
      end={
        session.date < today() ? (
          <span className={styles.gone}>{t("sessions.past")}</span>
        ) : (
          near && <Tag tone="warning">{t(`sessions.${near}`)}</Tag>
        )
      }
    />
  );
}
