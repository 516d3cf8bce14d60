// Every course with seats on offer or people who wait, a block each.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { coursesQuery, hasList } from "./api";
import { CourseBlock } from "./CourseBlock";
import { WaitingList } from "./WaitingList";
import styles from "./Waitlist.module.css";

const REFRESH = 60_000; // milliseconds

export function AllPlaces() {
  const { t } = useTranslation();
  const courses = useQuery({ ...coursesQuery, refetchInterval: REFRESH });
  const shown = (courses.data ?? []).filter(hasList);
  const waiting = shown.reduce((sum, course) => sum + course.waiting, 0);
  const offers = shown.reduce((sum, course) => sum + course.seatsOffered, 0);
  return (
    <DashboardPage
      title={t("dashboard.nav.places")}
      lead={
        courses.data
          ? t("dashboard.waitlist.lead", {
              offers: t("dashboard.waitlist.offersCount", { count: offers }),
              waiting: t("dashboard.waitlist.waitingCount", { count: waiting }),
            })
          : courses.error
            ? undefined
            : null
      }
    >
      {shown.length > 0 ? (
        <Blocks courses={shown} />
      ) : courses.error && !courses.data ? (
        <FailedState
          error={courses.error}
          what={t("dashboard.waitlist.failed")}
          onRetry={() => void courses.refetch()}
        />
      ) : courses.data ? (
        <div className={styles.empty}>
          <p>{t("dashboard.waitlist.empty")}</p>
          <Button component={Link} to="/course/list" variant="light">
            {t("dashboard.courses.title")}
          </Button>
        </div>
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

function Blocks({ courses }: { courses: Course[] }) {
  return courses.map((course) => (
    <CourseBlock key={course.id} course={course}>
      <WaitingList course={course} />
    </CourseBlock>
  ));
}
