// The addresses under which calendars read one's sessions: each can be revoked, none is shown again.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type CalendarToken, calendarsQuery } from "web-shared/api/calendars";
import { day, moment } from "web-shared/format/format";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { RevokeCalendar } from "web-shared/ui/sessions/RevokeCalendar";
import styles from "./Profile.module.css";
import { Section } from "./Section";

export function Calendars() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(calendarsQuery);
  const [revoking, setRevoking] = useState<CalendarToken | null>(null);
  return (
    <Section title={t("profile.calendars.title")} lead={t("profile.calendars.lead")}>
      {data ? (
        data.length > 0 ? (
          <ul className={styles.rows}>
            {data.map((token) => (
              <Row key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
        ) : (
          <p className="muted">{t("profile.calendars.none")}</p>
        )
      ) : error ? (
        <FailedState
          what={t("profile.calendars.failed")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting>
          <Skeleton height={64} />
        </Waiting>
      )}
      {revoking && (
        <RevokeCalendar
          token={revoking}
          text={t("profile.calendars.revokeText")}
          onClose={() => setRevoking(null)}
        />
      )}
    </Section>
  );
}

function Row({ token, onRevoke }: { token: CalendarToken; onRevoke: () => void }) {
  const { t } = useTranslation();
  const made = moment(token.createdAt);
  return (
    <li>
      <div>
        <b>{token.roomName ?? t("profile.calendars.own")}</b>
        <p className="caption muted">{t("profile.calendars.made", { moment: made })}</p>
        {token.readOn && (
          <p className="caption muted">{t("profile.calendars.read", { day: day(token.readOn) })}</p>
        )}
      </div>
      <Button
        variant="light"
        size="sm"
        onClick={onRevoke}
        aria-label={t("profile.calendars.revokeNamed", { moment: made })}
      >
        {t("profile.calendars.revoke")}
      </Button>
    </li>
  );
}
