// One class of a teacher: the list of its nearest session, with levels to set; and which questions it misses most.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { day } from "web-shared/format/format";
import { hour } from "web-shared/format/sessions";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { ClassAttendanceExport } from "../../ui/AttendanceExport";
import { DashboardPage } from "../../ui/DashboardPage";
import { Missed } from "../../ui/Missed";
import { ClassOf } from "./ClassOf";
import { classesOf } from "./today";
import { useNow } from "./useNow";
import { useOwnSessions } from "./useOwnSessions";

export function OwnClassPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const now = useNow();
  const { data, error, refetch } = useOwnSessions();
  const found = data && classesOf(data, now).find(({ courseId }) => courseId === id);
  const nearest = found?.nearest;
  return (
    <DashboardPage
      title={found?.courseName ?? t("dashboard.today.class")}
      back={
        <Link to="/classes">
          <Icon name="arrow-left" size={18} />
          {t("dashboard.nav.classes")}
        </Link>
      }
      lead={
        nearest
          ? t(found.comes ? "dashboard.today.nextOn" : "dashboard.today.lastOn", {
              day: day(nearest.date, "full"),
              time: hour(nearest.startTime),
            })
          : null
      }
      action={
        found && (
          <>
            <Button variant="outline" component={Link} to={`/classes/${id}/contenu`}>
              {t("dashboard.content.ofClass")}
            </Button>
            <ClassAttendanceExport courseId={id} />
            <Button variant="outline" component={Link} to={`/course/${id}/messages`}>
              {t("dashboard.today.write")}
            </Button>
          </>
        )
      }
    >
      {nearest ? (
        <>
          <ClassOf session={nearest} editable />
          <Missed course={id} />
        </>
      ) : data ? (
        <Note>{t("dashboard.today.notYourClass")}</Note>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}
