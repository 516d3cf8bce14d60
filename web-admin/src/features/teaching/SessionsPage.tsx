// A teacher's own sessions: those to come, those of the last weeks, and those whose sheets are still open.
import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { CalendarFeed } from "../../ui/CalendarFeed";
import { DashboardPage } from "../../ui/DashboardPage";
import { useChoice } from "../../ui/usePage";
import { SessionCard } from "./SessionCard";
import styles from "./Teaching.module.css";
import { useNow } from "./useNow";
import { useOpenSheets, useOwnSessions } from "./useOwnSessions";

const WHICH = ["coming", "past", "open"] as const;

export function SessionsPage() {
  const { t } = useTranslation();
  const [which, choose] = useChoice("which", WHICH);
  const [feeding, setFeeding] = useState(false);
  const now = useNow();
  const { data, error, refetch } = useShown(which, now);
  return (
    <DashboardPage
      title={t("dashboard.nav.sessions")}
      lead={t("dashboard.today.sessionsLead")}
      action={
        <Button
          variant="outline"
          leftSection={<Icon name="calendar-dots" />}
          onClick={() => setFeeding(true)}
        >
          {t("calendar.add")}
        </Button>
      }
    >
      <SegmentedControl
        className={styles.which}
        aria-label={t("dashboard.today.which")}
        value={which}
        onChange={choose}
        data={WHICH.map((value) => ({ value, label: t(`dashboard.today.whichOf.${value}`) }))}
      />
      {data ? (
        data.length === 0 ? (
          <p className={styles.none}>{t(`dashboard.today.noneOf.${which}`)}</p>
        ) : (
          <ul className={styles.sessions}>
            {data.map((session) => (
              <li key={session.id}>
                <SessionCard session={session} />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
      {feeding && <CalendarFeed onClose={() => setFeeding(false)} />}
    </DashboardPage>
  );
}

function useShown(which: (typeof WHICH)[number], now: number) {
  const sessions = useOwnSessions();
  const sheets = useOpenSheets(now);
  if (which === "open") return { ...sheets, data: sheets.data?.toReversed() };
  const coming = which === "coming";
  const shown = sessions.data?.filter(({ endsAt }) => Date.parse(endsAt) > now === coming);
  return { ...sessions, data: coming ? shown : shown?.toReversed() };
}
