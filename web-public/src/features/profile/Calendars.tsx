// The addresses under which calendars read one's sessions: each can be revoked, none is shown again.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type CalendarToken, calendarsQuery, useRevokeCalendar } from "web-shared/api/calendars";
import { day, moment } from "web-shared/format/format";
import { Confirm } from "web-shared/ui/Confirm";
import { notifySuccess } from "web-shared/ui/notify";
import { FailedState, Waiting } from "web-shared/ui/Scene";
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
      {revoking && <Revoke token={revoking} onClose={() => setRevoking(null)} />}
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

function Revoke({ token, onClose }: { token: CalendarToken; onClose: () => void }) {
  const { t } = useTranslation();
  const revoke = useRevokeCalendar();
  return (
    <Confirm
      title={t("profile.calendars.revokeTitle")}
      action={t("profile.calendars.revoke")}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() =>
        revoke.mutate(token.id, {
          onSuccess: () => {
            notifySuccess(t("profile.calendars.revoked"));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>{t("profile.calendars.revokeText")}</p>
    </Confirm>
  );
}
