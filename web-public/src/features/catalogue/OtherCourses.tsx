import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";

/** To the courses of the same language and way of learning that have a place left. */
export function OtherCourses({ course: { language, type } }: { course: Course }) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ language, type, places: "1" });
  return <Link to={`/courses?${query}`}>{t("catalogue.otherCourses")}</Link>;
}
