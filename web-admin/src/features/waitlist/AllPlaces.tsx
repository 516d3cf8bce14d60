// Every course that waits for a decision, has seats on offer or people who wait, a block each.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { dueQuery } from "../../ui/dueDecisions";
import { coursesQuery, hasList } from "./api";
import { PlacesBlock } from "./PlacesBlock";
import styles from "./Waitlist.module.css";

const REFRESH = 60_000; // milliseconds

export function AllPlaces() {
  const { t } = useTranslation();
  const courses = useQuery({ ...coursesQuery, refetchInterval: REFRESH });
  const due = useQuery(dueQuery);
  const decided = new Set(due.data?.map(({ courseId }) => courseId));
  // What is to be decided comes first.
  const shown = (courses.data ?? [])
    .filter((course) => hasList(course) || decided.has(course.id))
    .sort((one, other) => Number(decided.has(other.id)) - Number(decided.has(one.id)));
  const waiting = shown.reduce((sum, course) => sum + course.waiting, 0);
  const offers = shown.reduce((sum, course) => sum + course.seatsOffered, 0);
  return (
    <DashboardPage
      title={t("dashboard.nav.places")}
      lead={courses.data ? leadOf(decided.size, offers, waiting) : courses.error ? undefined : null}
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

function leadOf(decisions: number, offers: number, waiting: number): string {
  const rest = i18next.t("dashboard.waitlist.lead", {
    offers: i18next.t("dashboard.waitlist.offersCount", { count: offers }),
    waiting: i18next.t("dashboard.waitlist.waitingCount", { count: waiting }),
  });
  if (decisions === 0) return rest;
  const count = i18next.t("dashboard.decisions.count", { count: decisions });
  return i18next.t("dashboard.decisions.lead", { decisions: count, rest });
}

function Blocks({ courses }: { courses: Course[] }) {
  return courses.map((course) => <PlacesBlock key={course.id} course={course} />);
}
