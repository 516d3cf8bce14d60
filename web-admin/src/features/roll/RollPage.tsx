// Calling the roll of a session, on a phone first: one press a person, kept here until the school has it.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { isMissing } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { day } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";
import { Icon } from "web-shared/ui/Icon";
import { Page } from "web-shared/ui/Page";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import type { ClassSession, Roster } from "../../ui/classSessions";
import { Closed } from "./Closed";
import { Closing } from "./Closing";
import { allPresent, standingOf } from "./marks";
import { Paper } from "./Paper";
import { People } from "./People";
import styles from "./Roll.module.css";
import { Scans } from "./Scans";
import { Sheet } from "./Sheet";
import { Unsent } from "./Unsent";
import { type Roll, useRoll } from "./useRoll";

export function RollPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const roll = useRoll(id);
  const { roster, error } = roll;
  return (
    <Page title={t("dashboard.roll.title")}>
      <div className={styles.page}>
        <Back course={roster?.session.courseId} />
        {roster ? (
          <Present roll={roll} roster={roster} />
        ) : (
          <>
            <h1>{t("dashboard.roll.title")}</h1>
            <Unsent session={id} rows={[]} />
            {isMissing(error) ? (
              !roll.failure && <Note>{t("dashboard.roll.missing")}</Note>
            ) : error ? (
              <FailedState error={error} onRetry={roll.refetch} />
            ) : (
              <Waiting />
            )}
          </>
        )}
      </div>
    </Page>
  );
}

/** Staff who do not teach come from the sessions of the course. */
function Back({ course }: { course: number | undefined }) {
  const { t } = useTranslation();
  const user = useSession()?.user;
  const own = user?.role === "TEACHER" || typeof user?.teacherId === "number";
  const [to, text] = own
    ? (["/aujourdhui", "dashboard.nav.today"] as const)
    : course
      ? ([`/course/sessions/${course}`, "dashboard.timetable.session.ofCourse"] as const)
      : (["/course/list", "dashboard.courses.title"] as const);
  return (
    <Link className={styles.back} to={to}>
      <Icon name="arrow-left" />
      {t(text)}
    </Link>
  );
}

interface PresentProps {
  roll: Roll;
  roster: Roster;
}

function Present({ roll, roster }: PresentProps) {
  const { t } = useTranslation();
  const { session, rows, sheet } = roster;
  const all = allPresent(rows, roll.waiting);
  const called = session.status === "PLANNED" && !sheet && rows.length > 0;
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{t("dashboard.roll.title")}</h1>
          <What session={session} />
        </div>
        {called && (
          <Button variant="light" disabled={all.length === 0} onClick={() => roll.mark(all)}>
            {t("dashboard.roll.allPresent")}
          </Button>
        )}
      </header>
      <Unsent session={session.id} rows={rows} />
      {session.status === "CANCELLED" ? (
        <Note tone="warning">
          {t("dashboard.roll.cancelled", { reason: session.reason ?? "" })}
        </Note>
      ) : rows.length === 0 ? (
        <p className={styles.none}>{t("dashboard.roll.nobody")}</p>
      ) : sheet ? (
        <Closed roll={roll} roster={roster} sheet={sheet} />
      ) : (
        <Open roll={roll} roster={roster} />
      )}
    </>
  );
}

function What({ session }: { session: ClassSession }) {
  const { t } = useTranslation();
  const { courseName, date, startTime, roomName } = session;
  return (
    <p className={styles.what}>
      <span lang="fr">{courseName}</span>
      {", "}
      {[day(date, "full"), hour(startTime), roomName ?? t("dashboard.roll.online")].join(", ")}
    </p>
  );
}

function Open({ roll, roster }: PresentProps) {
  const { t } = useTranslation();
  const { session, rows } = roster;
  const standing = standingOf(rows, roll.waiting);
  return (
    <div className={styles.two}>
      <div>
        <Counts counts={standing.counts} undo={roll.undo} />
        <Paper roll={roll} />
        <People roll={roll} rows={rows} minutes={session.minutes} />
      </div>
      <div>
        {standing.scans.length > 0 && <Scans roll={roll} rows={standing.scans} />}
        <Button
          className={styles.code}
          variant="outline"
          fullWidth
          component={Link}
          to={`/seances/${session.id}/code`}
          leftSection={<Icon name="qr-code" />}
        >
          {t("dashboard.roll.showCode")}
        </Button>
        <Sheet session={session.id} kind="blank" />
        <Closing roll={roll} session={session} standing={standing} />
      </div>
    </div>
  );
}

interface CountsProps {
  counts: Record<"PRESENT" | "LATE" | "EXCUSED" | "ABSENT", number>;
  undo: (() => boolean) | null;
}

function Counts({ counts, undo }: CountsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.counts}>
      <p role="status">
        {(["PRESENT", "LATE", "EXCUSED", "ABSENT"] as const).map((status) => (
          <span key={status}>
            <span className="num">{counts[status]}</span>{" "}
            {t(`dashboard.roll.counted.${status}`, { count: counts[status] })}
          </span>
        ))}
      </p>
      {undo && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<Icon name="arrow-u-up-left" />}
          onClick={undo}
        >
          {t("undo.action")}
        </Button>
      )}
    </div>
  );
}
