// The content of one's course, to read: for its teacher, and whoever gives sessions of it.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { courseQuery } from "web-shared/api/courses";
import { Icon } from "web-shared/ui/Icon";
import { Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { CourseFailure } from "./CourseFailure";
import { CourseReading } from "./CourseReading";
import { Taught } from "./course";

export function TaughtContentPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data: course, error, refetch } = useQuery(courseQuery(id));
  return (
    <DashboardPage
      title={course?.name ?? t("dashboard.content.ofClass")}
      back={
        <Link to={`/classes/${id}`}>
          <Icon name="arrow-left" size={18} />
          {t("dashboard.today.class")}
        </Link>
      }
      lead={t("dashboard.content.ofClassLead")}
    >
      {course ? (
        <Taught value={course.languageCode}>
          <CourseReading modules={course.modules} language={course.languageCode} teaching />
        </Taught>
      ) : error ? (
        <CourseFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}
