// A course's modules as anybody may see them, with the way to book it. Who has it already is led to their own page.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { type Course, courseAddress, courseQuery, textsLanguage } from "web-shared/api/courses";
import { isMissing } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { modulesAddress, subscriptionsQuery } from "web-shared/api/subscriptions";
import { price } from "web-shared/format/format";
import { PageBody } from "web-shared/ui/Page";
import { EmptyState, FailedState, Waiting } from "web-shared/ui/Scene";
import { CourseModulesFrame } from "./CourseModulesFrame";
import { outlineRows } from "./courseModules";
import { ModuleCards } from "./ModuleCards";

export function CourseModulesOutline({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  const userId = useSession()?.user.id;
  const own = useQuery({ ...subscriptionsQuery(userId ?? 0), enabled: userId !== undefined });
  const course = useQuery({ ...courseQuery(courseId), throwOnError: isMissing });
  const live = own.data?.find((one) => one.courseId === courseId && one.canAccess);

  if (live) return <Navigate to={modulesAddress(live)} replace />;
  if (own.isLoading || course.isLoading) return <Waiting />;
  if (course.data) return <Outline course={course.data} />;
  return (
    <PageBody>
      <FailedState
        what={t("learning.course.failed")}
        error={course.error}
        onRetry={() => void course.refetch()}
      />
    </PageBody>
  );
}

function Outline({ course }: { course: Course }) {
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
