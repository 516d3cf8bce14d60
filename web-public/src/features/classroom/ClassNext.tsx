// The next session of a class, with what its learners should know or bring.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ownSessionsQuery } from "web-shared/api/classSessions";
import { Icon } from "web-shared/ui/Icon";
import { Waiting } from "web-shared/ui/Scene";
import { Join } from "web-shared/ui/sessions/Join";
import { nextOf, placeOf } from "web-shared/ui/sessions/next";
import { PlanLink, SessionCard, SessionPlace } from "web-shared/ui/sessions/SessionCard";
import { WhenTag } from "web-shared/ui/sessions/WhenTag";
import styles from "./Class.module.css";
import type { ClassProps } from "./ClassPage";

export function ClassNext({ subscription, now }: ClassProps & { now: number }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(ownSessionsQuery(subscription.id));
  if (!subscription.canAccess) return null;
  if (isPending) {
    return (
      <Waiting>
        <Skeleton height={248} radius="lg" />
      </Waiting>
    );
  }
  const session = data && nextOf(data.sessions, now);
  if (!session) return null;
  return (
    <SessionCard
      session={session}
      label={t("sessions.next")}
      tags={<WhenTag session={session} now={now} />}
      actions={
        <>
          <Join session={session} courseName={subscription.courseName} now={now} />
          <PlanLink session={session} />
        </>
      }
    >
      <p className="muted">
        {t("classroom.place", placeOf(data.sessions, session))}
        {session.moduleName && (
          <>
            {t("classroom.colon")}
            <b className={styles.module} lang="fr">
              {session.moduleName}
            </b>
          </>
        )}
      </p>
      <SessionPlace session={session} />
      {session.note && (
        <p className={styles.note}>
          <Icon name="chat-teardrop-text" size={22} />
          <span lang="fr">{session.note}</span>
        </p>
      )}
    </SessionCard>
  );
}
