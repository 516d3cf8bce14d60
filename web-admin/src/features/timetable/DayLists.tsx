// On a phone: the week as a strip of days, and the sessions of a day, or of each day, under each other.
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { today } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import type { ClassSession } from "./api";
import styles from "./Calendar.module.css";
import { isSubstitute } from "./session";
import {
  daysFrom,
  endOf,
  hour,
  isPast,
  mondayOf,
  nowTime,
  weekdayName,
  weekdayOf,
  wholeDay,
} from "./time";
import { offDay, type Place, type Timetable } from "./useTimetable";

interface DayListsProps {
  place: Place;
  timetable: Timetable;
  onOpen: (session: ClassSession) => void;
}

export function DayLists({ place, timetable, onOpen }: DayListsProps) {
  const { view, date } = place;
  const { shown = [], range } = timetable;
  const count = Math.round((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000) + 1;
  const days = view === "day" ? [date] : daysFrom(range.from, count);
  const filled = view === "day" ? days : days.filter((one) => shown.some((it) => it.date === one));
  return (
    <>
      {view !== "month" && <Strip place={place} sessions={shown} />}
      {(filled.length > 0 ? filled : [date]).map((one) => (
        <DayList
          key={one}
          date={one}
          sessions={shown.filter((session) => session.date === one)}
          timetable={timetable}
          onOpen={onOpen}
        />
      ))}
    </>
  );
}

function Strip({ place, sessions }: { place: Place; sessions: readonly ClassSession[] }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.strip} aria-label={t("dashboard.timetable.calendar.days")}>
      {daysFrom(mondayOf(place.date), 7).map((date) => {
        const count = sessions.filter(
          (one) => one.date === date && one.status === "PLANNED",
        ).length;
        return (
          <button
            key={date}
            type="button"
            aria-current={date === place.date ? "date" : undefined}
            onClick={() => place.show(date, "day")}
          >
            {weekdayName(weekdayOf(date), "short").replace(".", "")}
            <b>{Number(date.slice(8))}</b>
            <i aria-hidden="true">
              {Array.from({ length: Math.min(count, 5) }, (_, at) => (
                <u key={at} />
              ))}
            </i>
            <span className="hidden">{t("dashboard.timetable.dates.sessions", { count })}</span>
          </button>
        );
      })}
    </nav>
  );
}

interface DayListProps {
  date: string;
  sessions: ClassSession[];
  timetable: Timetable;
  onOpen: (session: ClassSession) => void;
}

function DayList({ date, sessions, timetable, onOpen }: DayListProps) {
  const { t } = useTranslation();
  const heading = useId();
  const off = offDay(timetable.closed, date);
  const coming = sessions.findIndex((session) => !isPast(session));
  const line = date === today() ? (coming < 0 ? sessions.length : coming) : -1;
  return (
    <section className={styles.dayList} aria-labelledby={heading}>
      <h3 id={heading}>{wholeDay(date)}</h3>
      {off && <p className={styles.off}>{t("dashboard.timetable.calendar.off", { label: off })}</p>}
      {sessions.length === 0 && <p className="muted">{t("dashboard.timetable.calendar.none")}</p>}
      <ul>
        {sessions.map((session, at) => (
          <li key={session.id}>
            {at === line && <Now />}
            <Block
              session={session}
              ofCourse={timetable.teacherOf.get(session.courseId)}
              onOpen={onOpen}
            />
          </li>
        ))}
        {line === sessions.length && sessions.length > 0 && (
          <li>
            <Now />
          </li>
        )}
      </ul>
    </section>
  );
}

/** Between what is over and what comes. */
function Now() {
  return (
    <p className={styles.now}>
      <span>{hour(nowTime())}</span>
    </p>
  );
}

interface BlockProps {
  session: ClassSession;
  ofCourse: number | null | undefined;
  onOpen: (session: ClassSession) => void;
}

function Block({ session, ofCourse, onOpen }: BlockProps) {
  const { t } = useTranslation();
  const cancelled = session.status === "CANCELLED";
  const draft = session.courseStatus === "DRAFT";
  const substitute = isSubstitute(session, ofCourse);
  const place = session.roomName ?? t("dashboard.timetable.online");
  const look = cancelled ? "cancelled" : draft ? "draft" : isPast(session) ? "past" : undefined;
  return (
    <button
      type="button"
      className={styles.block}
      data-language={session.languageCode}
      data-look={look}
      onClick={() => onOpen(session)}
    >
      <span className={styles.times}>
        <b>{hour(session.startTime)}</b>
        <span>{hour(endOf(session))}</span>
      </span>
      <span>
        <b lang="fr">{session.courseName}</b>
        <span>{[place, substitute ? null : session.teacherName].filter(Boolean).join(" · ")}</span>
        {substitute && (
          <span className={styles.mark}>
            <Icon name="swap" />{" "}
            {t("dashboard.timetable.substitute", { name: session.teacherName ?? "" })}
          </span>
        )}
        {cancelled && (
          <span className={styles.mark}>{t("dashboard.timetable.kinds.cancelled")}</span>
        )}
        {draft && !cancelled && (
          <span className={styles.mark}>{t("dashboard.courses.is.DRAFT")}</span>
        )}
      </span>
      <Icon name="dots-three-bold" size={22} />
    </button>
  );
}
