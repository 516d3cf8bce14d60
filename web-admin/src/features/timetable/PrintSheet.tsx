// The week on one sheet of paper, without colours: rows and days as they are chosen, every session in words.
import { useTranslation } from "react-i18next";
import type { ClassSession } from "./api";
import { type Row, rowOf } from "./groups";
import styles from "./PrintSheet.module.css";
import { periodText } from "./Toolbar";
import { dayInMonth, daysFrom, mondayOf, spanText } from "./time";
import { offDay, type Place, type Timetable } from "./useTimetable";

interface PrintSheetProps {
  place: Place;
  timetable: Timetable;
  rows: Row[];
}

export function PrintSheet({ place, timetable, rows }: PrintSheetProps) {
  const { t } = useTranslation();
  const days = place.view === "day" ? [place.date] : daysFrom(mondayOf(place.date), 7);
  const sessions = timetable.shown ?? [];
  const printed = rows.filter(({ id }) =>
    sessions.some((session) => days.includes(session.date) && rowOf(session, place.by) === id),
  );
  return (
    <table className={styles.sheet}>
      <caption>{periodText(place.view === "day" ? "day" : "week", place.date)}</caption>
      <thead>
        <tr>
          <th scope="col">{t(`dashboard.timetable.calendar.grouping.${place.by}`)}</th>
          {days.map((date) => (
            <th key={date} scope="col">
              {dayInMonth(date)}
              <small>{offDay(timetable.closed, date)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {printed.map(({ id, name }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {days.map((date) => (
              <td key={date}>
                {sessions
                  .filter((session) => session.date === date && rowOf(session, place.by) === id)
                  .map((session) => (
                    <Entry key={session.id} session={session} byRoom={place.by === "room"} />
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Entry({ session, byRoom }: { session: ClassSession; byRoom: boolean }) {
  const { t } = useTranslation();
  const cancelled = session.status === "CANCELLED";
  const facts = [
    byRoom ? null : (session.roomName ?? t("dashboard.timetable.online")),
    session.teacherName,
  ];
  return (
    <p>
      <b>{cancelled ? <s>{spanText(session)}</s> : spanText(session)}</b> {session.courseName}
      <small>{facts.filter(Boolean).join(" · ")}</small>
      {cancelled && <small>{t("dashboard.timetable.kinds.cancelled")}</small>}
    </p>
  );
}
