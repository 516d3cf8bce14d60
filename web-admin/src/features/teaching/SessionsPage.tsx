// A teacher's own sessions: those to come, and those of the last weeks.
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { useChoice } from "../../ui/usePage";
import { SessionCard } from "./SessionCard";
import styles from "./Teaching.module.css";
import { useNow } from "./useNow";
import { useOwnSessions } from "./useOwnSessions";

const WHICH = ["coming", "past"] as const;

export function SessionsPage() {
  const { t } = useTranslation();
  const [which, choose] = useChoice("which", WHICH);
  const now = useNow();
  const { data, error, refetch } = useOwnSessions();
  const comes = (endsAt: string) => Date.parse(endsAt) > now;
  const shown = data?.filter(({ endsAt }) => comes(endsAt) === (which === "coming"));
  if (which === "past") shown?.reverse();
  return (
    <DashboardPage title={t("dashboard.nav.sessions")} lead={t("dashboard.today.sessionsLead")}>
      <SegmentedControl
        className={styles.which}
        aria-label={t("dashboard.today.which")}
        value={which}
        onChange={choose}
        data={WHICH.map((value) => ({ value, label: t(`dashboard.today.whichOf.${value}`) }))}
      />
      {shown ? (
        shown.length === 0 ? (
          <p className={styles.none}>{t(`dashboard.today.noneOf.${which}`)}</p>
        ) : (
          <ul className={styles.sessions}>
            {shown.map((session) => (
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
    </DashboardPage>
  );
}
