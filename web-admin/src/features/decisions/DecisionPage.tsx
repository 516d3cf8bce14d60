// Whether a course below its minimum starts: one of four choices, what it does to whom, and the button that does it.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { type Course, courseQuery, textsLanguage } from "web-shared/api/courses";
import { isMissing } from "web-shared/api/problem";
import { briefRange } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { decisionQuery } from "../../ui/decisions";
import { StartState, StartTag, Threshold } from "../../ui/StartState";
import { DecisionForm } from "./DecisionForm";

export function DecisionPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const course = useQuery(courseQuery(id));
  return (
    <DashboardPage
      title={t("dashboard.decisions.pageTitle")}
      lead={course.data ? <CourseLine course={course.data} /> : course.error ? undefined : null}
      tag={course.data && <StartTag id={id} />}
      back={
        <Link to={`/course/${id}/places`}>
          <Icon name="arrow-left" size={18} />
          {t("dashboard.nav.places")}
        </Link>
      }
    >
      <Loaded key={id} id={id} />
    </DashboardPage>
  );
}

function CourseLine({ course }: { course: Course }) {
  return (
    <>
      <span lang={textsLanguage(course)}>{course.name}</span>
      {`\u00a0· ${briefRange(course.startDate, course.endDate)}`}
    </>
  );
}

function Loaded({ id }: { id: number }) {
  const { t } = useTranslation();
  const course = useQuery(courseQuery(id));
  const decision = useQuery(decisionQuery(id));
  const error = course.error ?? decision.error;
  if (course.data && decision.data) {
    const { decidable } = decision.data;
    return (
      <div data-language={course.data.languageCode}>
        {decidable.length > 0 ? (
          <>
            <Threshold decision={decision.data} />
            <DecisionForm course={course.data} decision={decision.data} />
          </>
        ) : (
          <>
            <Note>{t("errors.not_decidable")}</Note>
            <StartState course={course.data} />
          </>
        )}
      </div>
    );
  }
  if (!error) return <Waiting />;
  const retry = () => void Promise.all([course.refetch(), decision.refetch()]);
  const missing = isMissing(error);
  return (
    <FailedState
      error={error}
      what={t(missing ? "dashboard.courses.missing" : "dashboard.decisions.failed")}
      {...(!missing && { onRetry: retry })}
    />
  );
}
