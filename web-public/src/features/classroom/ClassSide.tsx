// Beside the class: its teacher and how to write to them, its room, until when one may read.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ownSessionsQuery } from "web-shared/api/classSessions";
import { day } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { nextOf } from "web-shared/ui/sessions/next";
import { PlanLink, SessionPlace } from "web-shared/ui/sessions/SessionCard";
import styles from "./Class.module.css";
import type { ClassProps } from "./ClassPage";
import { Initials } from "./Initials";

export function ClassSide({ subscription, now }: ClassProps & { now: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(ownSessionsQuery(subscription.id));
  const next = data && subscription.canAccess ? nextOf(data.sessions, now) : null;
  const { teacherName, canAccess, accessExpiresAt } = subscription;
  return (
    <aside className={styles.side} aria-label={t("classroom.about")}>
      {teacherName && (
        <div className={styles.card}>
          <div className={styles.author}>
            <Initials name={teacherName} />
            <div>
              <h3>{teacherName}</h3>
              <p className={styles.caption}>{t("classroom.yourTeacher")}</p>
            </div>
          </div>
          <Button
            component={Link}
            to={`/contacts?to=${encodeURIComponent(teacherName)}`}
            variant="outline"
            size="sm"
            fullWidth
            leftSection={<Icon name="chat-circle-dots" />}
          >
            {t("classroom.writeTo", { teacher: teacherName.split(" ")[0] })}
          </Button>
        </div>
      )}
      {(next || canAccess) && (
        <div className={styles.card}>
          {next && (
            <div className={styles.where}>
              <h3>{t("classroom.where")}</h3>
              <SessionPlace session={{ ...next, teacherName: null }} />
              <PlanLink session={next} />
            </div>
          )}
          {canAccess && (
            <>
              <h3>{t("learning.course.access")}</h3>
              <p className={styles.caption}>
                {t("classroom.accessUntil", { day: day(accessExpiresAt) })}
              </p>
            </>
          )}
        </div>
      )}
    </aside>
  );
}
