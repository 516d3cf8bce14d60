// Every session of a course, by month; each opens to be moved, cancelled or given to somebody else.
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import type { ClassSession } from "./api";
import { SessionMenu } from "./SessionMenu";
import styles from "./Sessions.module.css";
import { dayInMonth, hour, isPast, monthName, monthOf, spanText, wholeDay } from "./time";

type Look = "past" | "planned" | "byHand" | "cancelled";

const ICONS: Partial<Record<Look, string>> = {
  past: "check-bold",
  byHand: "pencil-simple",
  cancelled: "x-bold",
};

export function lookOf(session: ClassSession): Look {
  if (session.status === "CANCELLED") return "cancelled";
  if (isPast(session)) return "past";
  return session.byHand ? "byHand" : "planned";
}

export function AllSessions({ sessions }: { sessions: ClassSession[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ClassSession | null>(null);
  const months = [...new Set(sessions.map(({ date }) => monthOf(date)))];
  const count = sessions.filter(({ status }) => status === "PLANNED").length;
  return (
    <>
      <h2>{t("dashboard.timetable.dates.sessions", { count })}</h2>
      {months.map((month) => (
        <MonthOf
          key={month}
          month={month}
          sessions={sessions.filter(({ date }) => monthOf(date) === month)}
          onOpen={setOpen}
        />
      ))}
      {open && (
        <SessionMenu
          session={sessions.find(({ id }) => id === open.id) ?? open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface MonthOfProps {
  month: string;
  sessions: ClassSession[];
  onOpen: (session: ClassSession) => void;
}

function MonthOf({ month, sessions, onOpen }: MonthOfProps) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <div className={styles.month}>
      <h3 id={heading}>{monthName(month)}</h3>
      <ul aria-labelledby={heading}>
        {sessions.map((session) => {
          const look = lookOf(session);
          const icon = ICONS[look];
          const text = dayInMonth(session.date);
          return (
            <li key={session.id}>
              <button
                type="button"
                className={styles.date}
                data-look={look}
                aria-label={`${wholeDay(session.date)}, ${spanText(session)}, ${t(`dashboard.timetable.looks.${look}`)}`}
                onClick={() => onOpen(session)}
              >
                {icon && <Icon name={icon} size={16} />}
                {look === "cancelled" ? <s>{text}</s> : text}
                <small>{hour(session.startTime)}</small>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
