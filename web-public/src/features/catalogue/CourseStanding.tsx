// How one stands with a course, before reading on: already following it, no place to take, or one may join late.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { useSession } from "web-shared/api/session";
import { day, today } from "web-shared/format/format";
import { Note } from "web-shared/ui/Scene";
import { followedQuery } from "./api";
import styles from "./Course.module.css";
import { isFull } from "./Full";
import { OtherCourses } from "./OtherCourses";

export function CourseStanding({ course }: { course: Course }) {
  const { t } = useTranslation();
  const user = useSession()?.user.id;
  const { data: followed } = useQuery({
    ...followedQuery(user ?? 0, course.id),
    enabled: user !== undefined,
  });
  if (followed) {
    return (
      <Standing tone="success">
        {t("catalogue.followed")}{" "}
        <Link to="/profile/subscriptions">{t("catalogue.toSubscriptions")}</Link>
      </Standing>
    );
  }
  if (isFull(course)) return null; // the waiting list says so, and where else there are places
  if (!course.bookable) return <NotBookable course={course} />;
  if (course.startDate >= today()) return null;
  return (
    <Standing tone="info">
      {t("catalogue.begunOn", { from: day(course.startDate), last: day(course.latestStartDate) })}
    </Standing>
  );
}

function NotBookable({ course }: { course: Course }) {
  const { t, i18n } = useTranslation();
  const key = `errors.${course.refusal?.code}`;
  const reason = i18n.exists(key) ? t(key as "errors.full") : course.refusal?.message;
  return (
    <Standing tone="warning">
      {reason} <OtherCourses course={course} />
    </Standing>
  );
}

function Standing({
  tone,
  children,
}: {
  tone: "info" | "success" | "warning";
  children: ReactNode;
}) {
  return (
    <div className={styles.standing}>
      <Note tone={tone}>{children}</Note>
    </div>
  );
}
