// The seats of one course, those on offer, and its waiting list.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { courseQuery } from "web-shared/api/courses";
import { isMissing } from "web-shared/api/problem";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { PlacesBlock } from "./PlacesBlock";

export function CoursePlaces({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(courseQuery(id));
  const missing = isMissing(error);
  return (
    <DashboardPage
      title={t("dashboard.nav.places")}
      back={
        <Link to={`/course/edit/${id}`}>
          <Icon name="arrow-left" />
          {data?.name ?? t("dashboard.courses.change")}
        </Link>
      }
    >
      {data ? (
        <PlacesBlock course={data} />
      ) : error ? (
        <FailedState
          error={error}
          what={t(missing ? "dashboard.courses.missing" : "dashboard.waitlist.failed")}
          {...(!missing && { onRetry: () => void refetch() })}
        />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}
