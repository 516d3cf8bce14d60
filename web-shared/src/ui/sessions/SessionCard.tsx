// The one next thing: a lit arch with its day, and beside it the hours, the place, what to do.
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { PublicSession } from "../../api/classSessions";
import { dayParts } from "../../format/format";
import { endOf, hour } from "../../format/sessions";
import { townOf, useSchool } from "../../school";
import { Icon } from "../Icon";
import styles from "./SessionCard.module.css";

interface SessionCardProps {
  session: Pick<PublicSession, "date" | "startTime" | "minutes">;
  /** What this card is, for whoever does not see it. */
  label: string;
  /** Tags above the hours. */
  tags?: ReactNode;
  /** Links and buttons at the foot. */
  actions?: ReactNode;
  children: ReactNode;
}

export function SessionCard({ session, label, tags, actions, children }: SessionCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const parts = dayParts(session.date);
  const hours = { from: hour(session.startTime), to: hour(endOf(session)) };
  return (
    <section className={styles.card} aria-label={label}>
      <div className={styles.door}>
        <p className={styles.arch} id={id}>
          <span>{parts.weekday}</span> <b>{parts.number}</b> <span>{parts.month}</span>
        </p>
      </div>
      <div className={styles.head}>
        {tags && <p className={styles.tags}>{tags}</p>}
        <h2 aria-describedby={id}>{t("sessions.fromTo", hours)}</h2>
      </div>
      <div className={styles.rest}>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </section>
  );
}

type Placed = Pick<PublicSession, "roomName" | "roomAddress" | "teacherName">;

/** The address of a session's room, which is at the school unless another is named; none: online. */
function useAddress({ roomName, roomAddress }: Placed): string | null {
  const school = useSchool();
  const own = [school.street, townOf(school)].filter(Boolean).join(", ");
  return roomName ? roomAddress || own || null : null;
}

/** Room and address, or that one stays at home; and with whom. */
export function SessionPlace({ session }: { session: Placed }) {
  const { t } = useTranslation();
  const { roomName, teacherName } = session;
  const address = useAddress(session);
  return (
    <ul className={styles.place}>
      <li>
        <Icon name={roomName ? "map-pin" : "laptop"} />
        <span>
          {roomName ?? t("sessions.online")}
          {address && <span className={styles.address}>{address}</span>}
        </span>
      </li>
      {teacherName && (
        <li>
          <Icon name="user" />
          <span>{teacherName}</span>
        </li>
      )}
    </ul>
  );
}

/** The plan of the streets around a room. */
export function PlanLink({ session }: { session: Placed }) {
  const { t } = useTranslation();
  const address = useAddress(session)?.replace(/\s+/g, " ");
  if (!address) return null;
  return (
    <a
      href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("sessions.planNamed", { address })}
    >
      {t("sessions.plan")}
    </a>
  );
}
