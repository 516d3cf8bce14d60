// Sessions as lines: the day, the hours and the room, what it is about, and at the right what is special about it.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PublicSession } from "../../api/classSessions";
import { day } from "../../format/format";
import { hoursOf } from "../../format/sessions";
import { Tag } from "../Tag";
import styles from "./SessionRows.module.css";

type Session = Pick<
  PublicSession,
  "id" | "date" | "startTime" | "minutes" | "status" | "roomName" | "moduleName"
> & {
  /** Why it was cancelled; only its class is told. */
  reason?: string | null;
};

export function SessionRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

interface SessionRowProps {
  session: Session;
  /** The small arch at the left. */
  sign?: ReactNode;
  /** In place of hours and room. */
  title?: ReactNode;
  /** Under the title; the module when absent. The reason of a cancelled session takes its place. */
  caption?: ReactNode;
  /** At the right; "Annulée" of itself. */
  end?: ReactNode;
  /** The next one. */
  next?: boolean;
}

export function SessionRow({ session, sign, title, caption, end, next }: SessionRowProps) {
  const { t } = useTranslation();
  const cancelled = session.status === "CANCELLED";
  const Struck = cancelled ? "s" : "span";
  const under = (cancelled && session.reason) || (caption ?? session.moduleName);
  return (
    <li
      className={styles.row}
      data-signed={sign ? true : undefined}
      data-next={next || undefined}
      data-cancelled={cancelled || undefined}
    >
      {sign}
      <span className={`num ${styles.day}`}>
        <Struck>{day(session.date, "brief")}</Struck>
      </span>
      <span className={styles.what}>
        <Struck>{title ?? whereAndWhen(session)}</Struck>
        {under && <span className={styles.caption}>{under}</span>}
      </span>
      <span className={styles.end}>
        {cancelled ? <Tag tone="danger">{t("sessions.cancelled")}</Tag> : end}
      </span>
    </li>
  );
}

/** "18 h 30 – 20 h, salle Figuier" */
function whereAndWhen(session: Session): string {
  return [hoursOf(session), session.roomName].filter(Boolean).join(", ");
}
