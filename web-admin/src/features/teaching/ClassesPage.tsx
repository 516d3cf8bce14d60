// A teacher's own classes: when each meets next, its list, and a message to it.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import styles from "./Teaching.module.css";
import { classesOf, type TaughtClass } from "./today";
import { useNow } from "./useNow";
import { useOwnSessions } from "./useOwnSessions";

export function ClassesPage() {
  const { t } = useTranslation();
  const now = useNow();
  const { data, error, refetch } = useOwnSessions();
  const classes = data && classesOf(data, now);
  return (
    <DashboardPage title={t("dashboard.nav.classes")} lead={t("dashboard.today.classesLead")}>
      {classes ? (
        classes.length === 0 ? (
          <p className={styles.none}>{t("dashboard.today.noClasses")}</p>
        ) : (
          <ul className={styles.classes}>
            {classes.map((one) => (
              <li key={one.courseId} data-language={one.languageCode}>
                <OneClass of={one} />
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

function OneClass({ of: { courseId, courseName, nearest, comes } }: { of: TaughtClass }) {
  const { t } = useTranslation();
  const when = { day: day(nearest.date, "full"), time: hour(nearest.startTime) };
  return (
    <article>
      <div>
        <h2>
          <Link to={`/classes/${courseId}`} lang="fr">
            {courseName}
          </Link>
        </h2>
        <p>{t(comes ? "dashboard.today.nextOn" : "dashboard.today.lastOn", when)}</p>
      </div>
      <Button
        variant="subtle"
        component={Link}
        to={`/course/${courseId}/messages`}
        aria-label={t("dashboard.today.writeTo", { course: courseName })}
      >
        {t("dashboard.today.write")}
      </Button>
    </article>
  );
}
