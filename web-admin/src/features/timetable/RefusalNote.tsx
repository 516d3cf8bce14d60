// Why a session was not moved: what is in the way, where it stays, and what can be done. It stays until it is closed.
import { ActionIcon, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import type { ClassSession } from "./api";
import styles from "./Calendar.module.css";
import { freeRooms, type SessionDraft } from "./session";
import { spanText, wholeDay } from "./time";
import type { Mover, Refusal } from "./useMove";
import type { Timetable } from "./useTimetable";

interface RefusalNoteProps {
  refusal: Refusal;
  mover: Mover;
  timetable: Timetable;
  onOtherTime: (session: ClassSession, start: Partial<SessionDraft>) => void;
}

export function RefusalNote({ refusal, mover, timetable, onOtherTime }: RefusalNoteProps) {
  const { t } = useTranslation();
  const { session, change, clash } = refusal;
  const room = session.roomName ?? t("dashboard.timetable.online");
  const free = freeFor(refusal, timetable);
  return (
    <div className={styles.refusal} role="alert">
      <Icon name="warning-circle-fill" size={24} />
      <div>
        <p className={styles.refused}>
          {t(`dashboard.timetable.refusal.${clash ? clash.code : "outside_course_dates"}`)}
        </p>
        {clash && (
          <p>
            {t(`dashboard.timetable.clash.${clash.code}`, {
              room: clash.session.roomName ?? "",
              teacher: clash.session.teacherName ?? "",
              day: wholeDay(clash.session.date),
              span: spanText(clash.session),
            })}{" "}
            <b lang="fr">{clash.session.courseName}</b>
          </p>
        )}
        <p>
          {t("dashboard.timetable.refusal.stays", {
            course: session.courseName,
            when: `${wholeDay(session.date)}, ${spanText(session)}`,
            room,
          })}
        </p>
        <div className={styles.acts}>
          {free && (
            <Button
              variant="light"
              size="sm"
              onClick={() => void mover.move(session, { ...change, roomId: free.id })}
            >
              {t("dashboard.timetable.refusal.take", { room: free.name })}
            </Button>
          )}
          {!clash && (
            <Button
              variant="light"
              size="sm"
              onClick={() => void mover.move(session, { ...change, extendCourse: true })}
            >
              {t("dashboard.timetable.extend")}
            </Button>
          )}
          <Button
            variant="subtle"
            size="sm"
            onClick={() => {
              mover.close();
              onOtherTime(session, { ...change } as Partial<SessionDraft>);
            }}
          >
            {t("dashboard.timetable.refusal.other")}
          </Button>
        </div>
      </div>
      <ActionIcon aria-label={t("common.close")} onClick={mover.close}>
        <Icon name="x" />
      </ActionIcon>
    </div>
  );
}

/** A room that is free at the wanted time, when it was the room that is taken. */
function freeFor({ session, change, clash }: Refusal, { rooms, all }: Timetable) {
  if (clash?.code !== "room_taken") return undefined;
  const wanted = { ...session, ...change } as ClassSession;
  const ofDay = all.filter(({ date }) => date === wanted.date);
  return freeRooms(rooms, ofDay, wanted, { but: session.id, wanted: session.capacity })[0];
}
