// One session of one's class as a line: to come, with what differs from the others; or held, with one's own attendance.
import { useTranslation } from "react-i18next";
import type { Attendance, OwnSession } from "web-shared/api/classSessions";
import { hoursOf } from "web-shared/format/sessions";
import { isOpen } from "web-shared/ui/sessions/next";
import { SessionRow } from "web-shared/ui/sessions/SessionRows";
import { Sign } from "web-shared/ui/sessions/Sign";
import { WhenTag } from "web-shared/ui/sessions/WhenTag";
import { Tag } from "web-shared/ui/Tag";
import styles from "./Class.module.css";

interface ComingRowProps {
  session: OwnSession;
  next: boolean;
  /** Where and with whom the class meets as a rule. */
  usual: { room: string | null; teacher: string | null };
  now: number;
}

export function ComingRow({ session, next, usual, now }: ComingRowProps) {
  const { t } = useTranslation();
  const { roomName, teacherName, status, moduleName } = session;
  const otherRoom = Boolean(roomName && usual.room && roomName !== usual.room);
  const substitute = Boolean(teacherName && usual.teacher && teacherName !== usual.teacher);
  const open = isOpen(session, now);
  return (
    <SessionRow
      session={session}
      next={next}
      sign={<Sign state={status === "CANCELLED" ? "cancelled" : next ? "next" : "coming"} />}
      title={
        otherRoom && status === "PLANNED" ? (
          <>
            {hoursOf(session)}
            {t("catalogue.comma")}
            <mark className={styles.changed}>{roomName}</mark>
          </>
        ) : undefined
      }
      caption={
        substitute
          ? t("classroom.insteadOf", { teacher: teacherName, usual: usual.teacher })
          : otherRoom
            ? t("classroom.otherRoomThan", { room: usual.room })
            : moduleName && <span lang="fr">{moduleName}</span>
      }
      end={
        next || open ? (
          <WhenTag session={session} now={now} />
        ) : substitute ? (
          <Tag>{t("classroom.substitute")}</Tag>
        ) : (
          otherRoom && <Tag>{t("classroom.otherRoom")}</Tag>
        )
      }
    />
  );
}

/** "Présence", "Retard de 10 min". */
function Attended({ attendance: { status, minutes } }: { attendance: Attendance }) {
  const { t } = useTranslation();
  return status === "LATE" && minutes
    ? t("classroom.lateBy", { minutes })
    : t(`classroom.attendance.${status}`);
}

export function HeldRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation();
  const { attendance, sheetClosed, status, moduleName } = session;
  const state = status === "CANCELLED" ? "cancelled" : (attendance?.status ?? "unknown");
  return (
    <SessionRow
      session={session}
      sign={<Sign state={state} />}
      title={moduleName ? <span lang="fr">{moduleName}</span> : undefined}
      caption={moduleName ? hoursOf(session) : undefined}
      end={
        attendance ? (
          <Attended attendance={attendance} />
        ) : (
          <span className={styles.open}>
            {t(sheetClosed ? "classroom.notCalled" : "classroom.rollOpen")}
          </span>
        )
      }
    />
  );
}
