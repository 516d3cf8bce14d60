// A session opened: what it is, and what can be done with it.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { today } from "web-shared/format/format";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { Note } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import type { ClassSession } from "./api";
import { SessionDialog } from "./SessionDialog";
import styles from "./Sessions.module.css";
import { CancelSession, DeleteSession } from "./Single";
import { isPast, spanText, wholeDay } from "./time";

interface SessionMenuProps {
  session: ClassSession;
  /** On the page of its course there is no way to it. */
  withCourse?: boolean;
  onClose: () => void;
}

export function SessionMenu({ session, withCourse = false, onClose }: SessionMenuProps) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<"change" | "cancel" | "delete" | "again" | null>(null);
  if (doing === "change") return <SessionDialog session={session} onClose={onClose} />;
  if (doing === "cancel") return <CancelSession session={session} onClose={onClose} />;
  if (doing === "delete") return <DeleteSession session={session} onClose={onClose} />;
  if (doing === "again") {
    return <SessionDialog session={null} start={again(session)} onClose={onClose} />;
  }
  const cancelled = session.status === "CANCELLED";
  const coming = !isPast(session);
  return (
    <Dialog onClose={onClose} title={session.courseName}>
      <Facts session={session} />
      <RollLink session={session} />
      {withCourse && (
        <p>
          <Link to={`/course/sessions/${session.courseId}`}>
            {t("dashboard.timetable.session.ofCourse")}
          </Link>
        </p>
      )}
      <DialogActions>
        {coming && !session.hasMarks && (
          <Button variant="subtle" color="red" onClick={() => setDoing("delete")}>
            {t("dashboard.reference.delete")}
          </Button>
        )}
        {!cancelled && coming && (
          <Button variant="outline" onClick={() => setDoing("cancel")}>
            {t("dashboard.timetable.session.cancelAction")}
          </Button>
        )}
        {cancelled ? (
          <Button onClick={() => setDoing("again")}>
            {t("dashboard.timetable.session.again")}
          </Button>
        ) : (
          <Button onClick={() => setDoing("change")} data-autofocus>
            {t("dashboard.timetable.session.change")}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The way to the roll call, from the day of the session on. */
function RollLink({ session }: { session: ClassSession }) {
  const { t } = useTranslation();
  const { id, date, status, endsAt, sheetClosedAt } = session;
  if (status === "CANCELLED" || date > today()) return null;
  const over = new Date(endsAt) <= new Date();
  return (
    <p>
      <Link to={`/seances/${id}/appel`}>{t("dashboard.timetable.session.roll")}</Link>{" "}
      {sheetClosedAt ? (
        <Tag tone="success">{t("dashboard.timetable.session.rollClosed")}</Tag>
      ) : (
        over && <Tag tone="warning">{t("dashboard.timetable.session.rollOpen")}</Tag>
      )}
    </p>
  );
}

/** Another date for one that does not take place. */
export function again(session: ClassSession) {
  return {
    courseId: session.courseId,
    startTime: session.startTime,
    minutes: session.minutes,
    roomId: session.roomId ?? null,
    teacherId: session.teacherId ?? null,
    moduleId: session.moduleId ?? null,
  };
}

function Facts({ session }: { session: ClassSession }) {
  const { t } = useTranslation();
  const cancelled = session.status === "CANCELLED";
  const place = session.roomName ?? t("dashboard.timetable.online");
  return (
    <div className={styles.facts}>
      <p>
        <b>
          {wholeDay(session.date)}, {spanText(session)}
        </b>{" "}
        {cancelled && <Tag tone="danger">{t("dashboard.timetable.looks.cancelled")}</Tag>}
        {session.byHand && !cancelled && <Tag>{t("dashboard.timetable.looks.byHand")}</Tag>}
      </p>
      <p>
        {[place, session.teacherName ?? t("dashboard.timetable.nobody"), session.moduleName]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {cancelled && session.reason && <p lang="fr">{session.reason}</p>}
      {session.note && <p lang="fr">{session.note}</p>}
      {session.warnings?.includes("room_too_small") && !cancelled && (
        <Note tone="warning">{t("dashboard.timetable.roomTooSmall")}</Note>
      )}
    </div>
  );
}
