// A session among others: when, what, where; it leads to its roll call.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";
import { Icon } from "web-shared/ui/Icon";
import type { ClassSession } from "../../ui/classSessions";
import styles from "./Teaching.module.css";
import { colleagueOf, replacedBy } from "./today";
import { useTeacherId } from "./useOwnSessions";

interface SessionCardProps {
  session: ClassSession;
  /** What is said in place of the course. */
  title?: ReactNode;
  /** What is said in place of the room. */
  detail?: string;
}

export function SessionCard({ session, title, detail }: SessionCardProps) {
  const { t } = useTranslation();
  const { id, courseName, date, startTime, roomName, languageCode, status, reason } = session;
  const cancelled = status === "CANCELLED";
  const teacher = useTeacherId();
  const replaced = replacedBy(session, teacher);
  const colleague = colleagueOf(session, teacher);
  const given = colleague && t("dashboard.today.givenBy", { name: colleague });
  const place = [
    given,
    roomName ?? t("dashboard.today.online"),
    session.sheetClosedAt && t("dashboard.today.isClosed"),
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <Link
      className={styles.card}
      to={`/seances/${id}/appel`}
      data-language={languageCode}
      data-cancelled={cancelled || undefined}
    >
      <span className={styles.cardWhen}>
        {hour(startTime)}
        <span>{day(date, "brief")}</span>
      </span>
      <span>
        <b lang={title || replaced ? undefined : "fr"}>
          {title ?? (replaced ? t("dashboard.today.replaces", { name: replaced }) : courseName)}
        </b>
        <small>
          {cancelled
            ? t("dashboard.today.cancelled", { reason: reason ?? "" })
            : detail
              ? [given, detail].filter(Boolean).join(", ")
              : replaced
                ? `${courseName}, ${place}`
                : place}
        </small>
      </span>
      <Icon name="caret-right-bold" size={16} />
    </Link>
  );
}
