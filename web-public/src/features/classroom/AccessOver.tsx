// An access that is over: what stays to be read, and where to go from here.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { classMessagesQuery, ownSessionsQuery } from "web-shared/api/classSessions";
import { courseAddress } from "web-shared/api/courses";
import type { Subscription } from "web-shared/api/subscriptions";
import { day } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import styles from "./Class.module.css";

export function AccessOver({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { active, accessExpiresAt, courseSlug } = subscription;
  const stays = useWhatStays(subscription.id);
  return (
    <div className={styles.over}>
      <Note tone="warning">
        <b>
          {active
            ? t("subscriptions.endedOn", { day: day(accessExpiresAt) })
            : t("subscriptions.ended")}
        </b>
        {stays && (
          <>
            <br />
            {t(`classroom.stays.${stays}`)}
          </>
        )}
      </Note>
      <Button component={Link} to={courseAddress({ slug: courseSlug })} variant="outline">
        {t("classroom.seeCourse")}
      </Button>
    </div>
  );
}

/** What there is to read of the class. */
function useWhatStays(id: number): "all" | "sessions" | "messages" | null {
  const sessions = Boolean(useQuery(ownSessionsQuery(id)).data?.sessions.length);
  const messages = Boolean(useQuery(classMessagesQuery(id)).data?.length);
  if (sessions) return messages ? "all" : "sessions";
  return messages ? "messages" : null;
}
