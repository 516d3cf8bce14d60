// A course as a learner will read it, before it is published: its modules, chapters and lessons one below the other.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { CourseFailure } from "./CourseFailure";
import { CourseReading } from "./CourseReading";
import { Taught } from "./course";
import { courseQuery } from "./rows";

export function LearnerPreviewPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data: course, error, refetch } = useQuery(courseQuery(id));
  return (
    <DashboardPage
      title={course?.name ?? t("dashboard.courses.path.preview")}
      back={
        <Link to={`/course/modules/${id}`}>
          <Icon name="arrow-left" />
          {t("dashboard.preview.back")}
        </Link>
      }
      lead={t("dashboard.preview.lead")}
    >
      {course ? (
        <Taught value={course.languageCode}>
          <CourseReading modules={course.modules} language={course.languageCode} />
        </Taught>
      ) : error ? (
        <CourseFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}
