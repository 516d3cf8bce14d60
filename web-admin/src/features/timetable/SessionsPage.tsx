// The page of a course's sessions: the rules that make them, every one of them, and those that follow no rule.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { isMissing } from "web-shared/api/problem";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { courseQuery, seriesQuery, sessionsQuery } from "./api";
import { Plan } from "./Plan";
import styles from "./Sessions.module.css";

export function SessionsPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const course = useQuery(courseQuery(id));
  const series = useQuery(seriesQuery(id));
  const sessions = useQuery(sessionsQuery({ courseId: id }));
  const asked = [course, series, sessions];
  const failed = asked.find(({ error, data }) => error && !data);
  return (
    <DashboardPage
      title={t("dashboard.timetable.sessions")}
      back={
        <Link to={`/course/edit/${id}`}>
          <Icon name="arrow-left" />
          {course.data?.name ?? t("dashboard.courses.change")}
        </Link>
      }
    >
      {course.data && series.data && sessions.data ? (
        <Plan key={id} course={course.data} series={series.data} sessions={sessions.data} />
      ) : failed ? (
        <FailedState
          error={failed.error}
          what={t(
            isMissing(failed.error)
              ? "dashboard.courses.missing"
              : "dashboard.timetable.loadFailed",
          )}
          {...(!isMissing(failed.error) && {
            onRetry: () => {
              for (const { error, refetch } of asked) if (error) void refetch();
            },
          })}
        />
      ) : (
        <Waiting>
          <div className={styles.layout}>
            <Skeleton height={480} radius="lg" />
            <Skeleton height={190} radius="lg" />
          </div>
        </Waiting>
      )}
    </DashboardPage>
  );
}
