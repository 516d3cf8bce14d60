// Sessions that do not follow their rule: changed by hand, cancelled, or added alone.
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { Tag } from "web-shared/ui/Tag";
import type { ClassSession, Course } from "./api";
import { SessionDialog } from "./SessionDialog";
import { again, SessionMenu } from "./SessionMenu";
import styles from "./Sessions.module.css";
import { isSubstitute, type SessionDraft } from "./session";
import { briefDay, spanText, wholeDay } from "./time";

interface ExceptionsProps {
  course: Course;
  sessions: ClassSession[];
}

export function Exceptions({ course, sessions }: ExceptionsProps) {
  const { t } = useTranslation();
  const heading = useId();
  const [open, setOpen] = useState<ClassSession | null>(null);
  const [adding, setAdding] = useState<Partial<SessionDraft> | null>(null);
  const shown = sessions.filter(
    ({ byHand, status, seriesId }) => byHand || status === "CANCELLED" || !seriesId,
  );
  const own = { courseId: course.id, teacherId: course.teacherId };
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{t("dashboard.timetable.exceptions")}</h2>
        <Button
          variant="light"
          size="sm"
          leftSection={<Icon name="plus-bold" size={16} />}
          onClick={() => setAdding(own)}
        >
          {t("dashboard.timetable.session.addAlone")}
        </Button>
      </div>
      {shown.length === 0 && <p className="muted">{t("dashboard.timetable.noExceptions")}</p>}
      <ul className={styles.exceptions}>
        {shown.map((session) => (
          <Exception
            key={session.id}
            session={session}
            course={course}
            onOpen={() => setOpen(session)}
            onAgain={() => setAdding(again(session))}
          />
        ))}
      </ul>
      {open && (
        <SessionMenu
          session={sessions.find(({ id }) => id === open.id) ?? open}
          onClose={() => setOpen(null)}
        />
      )}
      {adding && <SessionDialog session={null} start={adding} onClose={() => setAdding(null)} />}
    </section>
  );
}

interface ExceptionProps {
  session: ClassSession;
  course: Course;
  onOpen: () => void;
  onAgain: () => void;
}

function Exception({ session, course, onOpen, onAgain }: ExceptionProps) {
  const { t } = useTranslation();
  const cancelled = session.status === "CANCELLED";
  const kind = cancelled ? "cancelled" : session.seriesId ? "byHand" : "alone";
  const name = wholeDay(session.date);
  return (
    <li>
      <b className={styles.day}>{briefDay(session.date)}</b>
      <div>
        <Tag tone={cancelled ? "danger" : "neutral"}>{t(`dashboard.timetable.kinds.${kind}`)}</Tag>
        <p>
          <b>
            {spanText(session)}, {session.roomName ?? t("dashboard.timetable.online")}
          </b>{" "}
          {cancelled && <span lang="fr">{session.reason}</span>}
          {!cancelled && isSubstitute(session, course.teacherId) && (
            <span>{t("dashboard.timetable.substitute", { name: session.teacherName ?? "" })}</span>
          )}
        </p>
      </div>
      <div className={styles.acts}>
        {cancelled ? (
          <Button
            variant="subtle"
            size="sm"
            aria-label={`${t("dashboard.timetable.session.again")} : ${name}`}
            onClick={onAgain}
          >
            {t("dashboard.timetable.session.again")}
          </Button>
        ) : (
          <Button
            variant="subtle"
            size="sm"
            aria-label={t("dashboard.reference.editOne", { name })}
            onClick={onOpen}
          >
            {t("dashboard.reference.edit")}
          </Button>
        )}
      </div>
    </li>
  );
}
