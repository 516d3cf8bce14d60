// Why a learner does not find the whole course open: modules that were not bought, or that open on a day of their own.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, courseAddress } from "web-shared/api/courses";
import type { Subscription } from "web-shared/api/subscriptions";
import { day } from "web-shared/format/format";
import { Explanation, type ExplanationLine } from "web-shared/ui/Explanation";

interface WhyClosedProps {
  subscription: Subscription;
  /** Names the modules that were not bought. */
  course: Course | undefined;
  lang: string;
}

export function WhyClosed({ subscription, course, lang }: WhyClosedProps) {
  const { t } = useTranslation();
  const { moduleIds, modules, totalCourseModules, opensOn } = subscription;
  const named = (title: string) => ({ title, lang });
  // While nothing is open, the opening day is explained by itself.
  const later = modules.flatMap((module): ExplanationLine[] =>
    module.opensOn && !opensOn
      ? [{ ...named(module.title), value: day(module.opensOn), fact: t("why.ownDay") }]
      : [],
  );
  const missing = moduleIds.length === 0 ? [] : (course?.modules ?? []);
  const notBought = missing
    .filter(({ id }) => !moduleIds.includes(id))
    .map(({ title }) => ({ ...named(title), fact: t("why.notBought") }));
  if (later.length + notBought.length === 0) return null;
  return (
    <Explanation question={t("why.closed")} lines={[...later, ...notBought]}>
      {moduleIds.length === 0
        ? t("why.whole")
        : t("why.part", { count: moduleIds.length, all: totalCourseModules })}{" "}
      {notBought.length > 0 && course && (
        <Link to={courseAddress(course)}>{t("learning.course.seeCourse")}</Link>
      )}
    </Explanation>
  );
}
