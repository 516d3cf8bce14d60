// A course's modules as anybody may see them, with the way to book it. Who has it already is led to their own page.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { type Course, courseAddress, courseQuery, textsLanguage } from "web-shared/api/courses";
import { isMissing } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { modulesAddress, subscriptionsQuery } from "web-shared/api/subscriptions";
import { price } from "web-shared/format/format";
import { EmptyState, FailedState } from "web-shared/ui/Scene";
import { CourseModulesFrame } from "./CourseModulesFrame";
import { CourseModulesFailed, CourseModulesWaiting } from "./CourseModulesPlain";
import { outlineRows } from "./courseModules";
import { ModuleCards } from "./ModuleCards";

export function CourseModulesOutline({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  const userId = useSession()?.user.id;
  const own = useQuery({ ...subscriptionsQuery(userId ?? 0), enabled: userId !== undefined });
  const course = useQuery({ ...courseQuery(courseId), throwOnError: isMissing });
  const live = own.data?.find((one) => one.courseId === courseId && one.canAccess);

  if (live) return <Navigate to={modulesAddress(live)} replace />;
  const unknown = userId !== undefined && !own.isFetched;
  if (unknown || !course.isFetched) return <CourseModulesWaiting />;
  if (!course.data) {
    return <CourseModulesFailed error={course.error} onRetry={() => void course.refetch()} />;
  }
  return (
    <Outline course={course.data}>
      {own.error && (
        <FailedState
          what={t("subscriptions.failed")}
          error={own.error}
          onRetry={() => void own.refetch()}
        />
      )}
    </Outline>
  );
}

/** The outline, after what is to be said first. */
function Outline({ course, children }: { course: Course; children: ReactNode }) {
  const { t } = useTranslation();
  const lang = textsLanguage(course);
  const rows = outlineRows(course);
  const prices = new Map(course.modules.map((module) => [module.id, module.price]));
  const book = (
    <Button component={Link} to={courseAddress(course)}>
      {t("learning.course.book")}
    </Button>
  );
  return (
    <CourseModulesFrame
      course={{ ...course, lang }}
      from={{ to: "/courses", name: t("nav.courses") }}
      aside={book}
    >
      {children}
      {rows.length === 0 ? (
        <EmptyState scene="table-livres">{t("catalogue.noModules")}</EmptyState>
      ) : (
        <ModuleCards
          rows={rows}
          lang={lang}
          aside={({ id }) =>
            !course.free && <span className="num">{price(prices.get(id) ?? 0)}</span>
          }
        />
      )}
    </CourseModulesFrame>
  );
}
