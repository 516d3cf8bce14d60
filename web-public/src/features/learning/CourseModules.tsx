// The modules that a subscription opens. What is open comes from the server alone; while the progress is unknown the
// modules stay at hand, for the server judges again when one is opened.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Course, courseQuery, textsLanguage } from "web-shared/api/courses";
import { ApiError, isMissing } from "web-shared/api/problem";
import { subscriptionQuery } from "web-shared/api/subscriptions";
import { LearnersModules } from "./CourseModulesCards";
import { CourseModulesFrame } from "./CourseModulesFrame";
import { CourseModulesFailed, CourseModulesWaiting } from "./CourseModulesPlain";
import { UnknownProgress } from "./CourseModulesProgress";
import { SubscribedModules } from "./CourseModulesSubscribed";
import { type Asked, narrowed, outlineRows } from "./courseModules";

/** An address that names everything. */
type Named = { [Part in keyof Asked]: NonNullable<Asked[Part]> };

interface CourseModulesProps {
  asked: Named;
  /** Who reads. */
  userId: number;
}

export function CourseModules({ asked, userId }: CourseModulesProps) {
  const { courseId, subscriptionId, listed } = asked;
  const subscription = useQuery({ ...subscriptionQuery(subscriptionId), throwOnError: isMissing });
  const course = useQuery(courseQuery(courseId));
  const retry = () => void Promise.all([subscription.refetch(), course.refetch()]);

  // Only the first time: while it is tried again, what there is stays.
  if (!subscription.isFetched || !course.isFetched) return <CourseModulesWaiting />;
  if (subscription.data) {
    if (subscription.data.courseId !== courseId) throw notThisCourse;
    return (
      <SubscribedModules
        subscription={subscription.data}
        course={course.data}
        listed={listed}
        own={subscription.data.userId === userId}
      />
    );
  }
  if (!course.data) return <CourseModulesFailed error={subscription.error} onRetry={retry} />;
  const progress = <UnknownProgress busy={subscription.isFetching} onRetry={retry} />;
  return <Unknown course={course.data} asked={asked} progress={progress} />;
}

/** The subscription is one of another course. */
const notThisCourse = new ApiError({ status: 404, code: "not_found", message: "" });

interface UnknownProps {
  course: Course;
  asked: Named;
  progress: ReactNode;
}

/** How far the learner is cannot be said just now. */
function Unknown({ course, asked, progress }: UnknownProps) {
  const { t } = useTranslation();
  const lang = textsLanguage(course);
  return (
    <CourseModulesFrame
      course={{ ...course, lang }}
      from={{ to: "/profile/subscriptions", name: t("nav.subscriptions") }}
      aside={progress}
    >
      <LearnersModules
        subscriptionId={asked.subscriptionId}
        rows={narrowed(outlineRows(course), asked.listed)}
        lang={lang}
      />
    </CourseModulesFrame>
  );
}
