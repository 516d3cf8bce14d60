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
  const { places, error, retry } = usePlaces();
  return (
    <DashboardPage
      title={t("dashboard.nav.places")}
      lead={places ? leadOf(places) : error ? undefined : null}
    >
      {places ? (
        <Blocks courses={places.courses} />
      ) : error ? (
        <FailedState error={error} what={t("dashboard.waitlist.failed")} onRetry={retry} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

interface Places {
  /** Those to decide on first. */
  courses: Course[];
  /** How many are to be decided on. */
  decisions: number;
}

/** Both lists before anything is shown: else the blocks would change places. Without a network the copy has no decisions. */
function usePlaces() {
  const courses = useQuery({ ...coursesQuery, refetchInterval: REFRESH });
  const due = useQuery(dueQuery);
  const decisions = due.data ?? (due.isError ? [] : undefined);
  const places = courses.data && decisions && placesOf(courses.data, decisions);
  const retry = () => {
    for (const { data, refetch } of [courses, due]) if (!data) void refetch();
  };
  return { places, error: courses.error, retry };
}

function placesOf(all: Course[], due: { courseId: number }[]): Places {
  const ids = new Set(due.map(({ courseId }) => courseId));
  const isDue = ({ id }: Course) => ids.has(id);
  const rest = all.filter((course) => !isDue(course) && hasList(course));
  return { courses: [...all.filter(isDue), ...rest], decisions: ids.size };
}

function leadOf({ courses, decisions }: Places): string {
  const offers = courses.reduce((sum, { seatsOffered }) => sum + seatsOffered, 0);
  const waiting = courses.reduce((sum, course) => sum + course.waiting, 0);
  const rest = i18next.t("dashboard.waitlist.lead", {
    offers: i18next.t("dashboard.waitlist.offersCount", { count: offers }),
    waiting: i18next.t("dashboard.waitlist.waitingCount", { count: waiting }),
  });
  if (decisions === 0) return rest;
  const count = i18next.t("dashboard.decisions.count", { count: decisions });
  return i18next.t("dashboard.decisions.lead", { decisions: count, rest });
}

function Blocks({ courses }: { courses: Course[] }) {
  const { t } = useTranslation();
  if (courses.length > 0) {
    return courses.map((course) => <PlacesBlock key={course.id} course={course} />);
  }
  return (
    <div className={styles.empty}>
      <p>{t("dashboard.waitlist.empty")}</p>
      <Button component={Link} to="/course/list" variant="light">
        {t("dashboard.courses.title")}
      </Button>
    </div>
  );
}
