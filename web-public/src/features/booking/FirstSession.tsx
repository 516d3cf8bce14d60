// After a booking: the first session of what was bought, as the one next thing. Without dates, what stands in its place.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ownSessionsQuery } from "web-shared/api/classSessions";
import { useSession } from "web-shared/api/session";
import { day } from "web-shared/format/format";
import { PlanLink, SessionCard, SessionPlace } from "web-shared/ui/sessions/SessionCard";
import styles from "./Success.module.css";
import type { Booked } from "./SuccessBanner";
import { useFirstSession } from "./useFirstSession";

export function FirstSession({ instead, ...booked }: Booked & { instead: ReactNode }) {
  const { t } = useTranslation();
  const { first, all } = useFirstSession(booked);
  if (!first) return instead;
  const last = all.at(-1)?.date ?? first.date;
  return (
    <>
      <h2>{t("booking.success.firstSession")}</h2>
      <div className={styles.first}>
        <SessionCard
          session={first}
          label={t("booking.success.firstSession")}
          actions={<PlanLink session={first} />}
        >
          {all.length > 1 && (
            <p className="muted">
              {t("booking.success.moreSessions", { count: all.length - 1, day: day(last) })}
            </p>
          )}
          <SessionPlace session={first} />
          {!first.roomName && <LinkOfClass booked={booked} sessionId={first.id} />}
        </SessionCard>
      </div>
    </>
  );
}

interface LinkOfClassProps {
  booked: Booked;
  sessionId: number;
}

/** Where the link of an online session is; nothing for whoever may not read it. */
function LinkOfClass({ booked: { completed, purchase }, sessionId }: LinkOfClassProps) {
  const { t } = useTranslation();
  // A child without an e-mail is among one's own courses.
  const own = !purchase.forAnother || purchase.learnerEmail === "";
  const enabled = useSession() !== null && own;
  const { data } = useQuery({ ...ownSessionsQuery(completed.subscription.id), enabled });
  const session = data?.sessions.find(({ id }) => id === sessionId);
  if (!session) return null;
  return (
    <p className="muted">
      {t(session.meetingUrl ? "booking.success.linkWaits" : "booking.success.noLinkYet")}
    </p>
  );
}
