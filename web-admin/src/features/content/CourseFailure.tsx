// Why a course is not shown: asking again helps, unless there is no such course.
import { useTranslation } from "react-i18next";
import { isMissing } from "web-shared/api/problem";
import { FailedState } from "web-shared/ui/Scene";

export function CourseFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  if (!isMissing(error)) return <FailedState error={error} onRetry={onRetry} />;
  return <FailedState error={error} what={t("dashboard.courses.missing")} />;
}
