// The page of a new course, or of one to change: its form once all it needs has come.
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { isMissing } from "web-shared/api/problem";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { editableQuery, referencesQuery } from "./api";
import { CourseForm } from "./CourseForm";
import styles from "./CourseForm.module.css";
import { Status } from "./columns";

export function CourseFormPage() {
  const { t } = useTranslation();
  const { id } = useParams();
  const references = useQuery(referencesQuery);
  const course = useQuery({ ...editableQuery(Number(id)), enabled: id !== undefined });
  const ready = references.data && (id === undefined || course.data);
  return (
    <DashboardPage
      title={t(id ? "dashboard.courses.change" : "dashboard.courses.create")}
      back={
        <Link to="/course/list">
          <Icon name="arrow-left" />
          {t("dashboard.courses.title")}
        </Link>
      }
      tag={course.data && <Status status={course.data.status} />}
    >
      {ready && references.data ? (
        <CourseForm key={id ?? "new"} course={course.data} references={references.data} />
      ) : (
        <Pending references={references} course={course} />
      )}
    </DashboardPage>
  );
}

interface Asked {
  error: unknown;
  refetch: () => unknown;
}

function Pending({ references, course }: { references: Asked; course: Asked }) {
  const { t } = useTranslation();
  if (isMissing(course.error)) {
    return <FailedState error={course.error} what={t("dashboard.courses.missing")} />;
  }
  if (references.error || course.error) {
    const retry = () => {
      if (references.error) void references.refetch();
      if (course.error) void course.refetch();
    };
    return (
      <FailedState
        error={references.error ?? course.error}
        what={t("dashboard.courses.referencesFailed")}
        onRetry={retry}
      />
    );
  }
  return (
    <Waiting>
      <div className={styles.form}>
        <div>
          {[420, 480, 160].map((height) => (
            <Skeleton key={height} className={styles.section} height={height} />
          ))}
        </div>
        <Skeleton height={190} />
      </div>
    </Waiting>
  );
}
