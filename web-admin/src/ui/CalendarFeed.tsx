// Sessions in a calendar app: a new address, and those that were made before, to be revoked. One's own sessions, or those in
// a room.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type CalendarToken, calendarsQuery } from "web-shared/api/calendars";
import { day, moment } from "web-shared/format/format";
import { Dialog } from "web-shared/ui/Dialog";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { RevokeCalendar } from "web-shared/ui/sessions/RevokeCalendar";
import { Subscribe } from "web-shared/ui/sessions/Subscribe";
import styles from "./CalendarFeed.module.css";

interface CalendarFeedProps {
  room?: { id: number; name: string };
  onClose: () => void;
}

export function CalendarFeed({ room, onClose }: CalendarFeedProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      onClose={onClose}
      title={room ? t("dashboard.feed.ofRoom", { name: room.name }) : t("calendar.title")}
    >
      <Subscribe
        text={t(room ? "dashboard.feed.roomText" : "dashboard.feed.ownText")}
        shownOnce={t("dashboard.feed.shownOnce")}
        {...(room && { room: room.id })}
      />
      <Made room={room?.id ?? null} />
    </Dialog>
  );
}

function Made({ room }: { room: number | null }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(calendarsQuery);
  const [revoking, setRevoking] = useState<CalendarToken | null>(null);
  const made = data?.filter(({ roomId }) => (roomId ?? null) === room);
  if (made?.length === 0) return null;
  return (
    <section className={styles.made}>
      <h3>{t("profile.calendars.title")}</h3>
      {made ? (
        <ul>
          {made.map((token) => (
            <li key={token.id}>
              <Address token={token} />
              <Button
                variant="light"
                size="sm"
                aria-label={t("profile.calendars.revokeNamed", { moment: moment(token.createdAt) })}
                onClick={() => setRevoking(token)}
              >
                {t("profile.calendars.revoke")}
              </Button>
            </li>
          ))}
        </ul>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
      {revoking && (
        <RevokeCalendar
          token={revoking}
          text={t("dashboard.feed.revokeText")}
          onClose={() => setRevoking(null)}
        />
      )}
    </section>
  );
}

function Address({ token: { createdAt, readOn } }: { token: CalendarToken }) {
  const { t } = useTranslation();
  return (
    <span>
      {t("profile.calendars.made", { moment: moment(createdAt) })}
      {readOn && <small>{t("profile.calendars.read", { day: day(readOn) })}</small>}
    </span>
  );
}
