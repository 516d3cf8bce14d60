// The modules that a subscription opens. What is open comes from the server alone; while the progress is unknown the
// modules stay at hand, for the server judges again when one is opened.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Course, courseQuery, textsLanguage } from "web-shared/api/courses";
import { ApiError, isMissing } from "web-shared/api/problem";
import { subscriptionQuery } from "web-shared/api/subscriptions";
import { PageBody } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { LearnersModules } from "./CourseModulesCards";
import { CourseModulesFrame } from "./CourseModulesFrame";
import { UnknownProgress } from "./CourseModulesProgress";
import { SubscribedModules } from "./CourseModulesSubscribed";
import { type Asked, narrowed, outlineRows } from "./courseModules";

/** An address that names everything. */
type Named = { [Part in keyof Asked]: NonNullable<Asked[Part]> };

export function CourseModules({ asked }: { asked: Named }) {
  const { t } = useTranslation();
  const { courseId, subscriptionId, listed } = asked;
  const subscription = useQuery({ ...subscriptionQuery(subscriptionId), throwOnError: isMissing });
  const course = useQuery(courseQuery(courseId));
  const retry = () => void Promise.all([subscription.refetch(), course.refetch()]);

  if (subscription.isLoading || course.isLoading) return <Waiting />;
  if (subscription.data) {
    if (subscription.data.courseId !== courseId) throw notThisCourse;
    return (
      <SubscribedModules subscription={subscription.data} course={course.data} listed={listed} />
    );
  }
  if (course.data) return <Unknown course={course.data} asked={asked} onRetry={retry} />;
  return (
    <PageBody>
      <FailedState what={t("learning.course.failed")} error={subscription.error} onRetry={retry} />
    </PageBody>
  );
}

/** The subscription is one of another course. */
const notThisCourse = new ApiError({ status: 404, code: "not_found", message: "" });

interface UnknownProps {
  course: Course;
  asked: Named;
  onRetry: () => void;
}

/** How far the learner is cannot be said just now. */
function Unknown({ course, asked, onRetry }: UnknownProps) {
  const { t } = useTranslation();
  const lang = textsLanguage(course);
  return (
    <CourseModulesFrame
      course={{ ...course, lang }}
      from={{ to: "/profile/subscriptions", name: t("nav.subscriptions") }}
      aside={<UnknownProgress onRetry={onRetry} />}
    >
      <LearnersModules
        subscriptionId={asked.subscriptionId}
        rows={narrowed(outlineRows(course), asked.listed)}
        lang={lang}
      />
    </CourseModulesFrame>
  );
}
