// What is to be corrected in the form of a course, in words.
import { useTranslation } from "react-i18next";
import { fieldText } from "web-shared/i18n/errors";
import type { Point } from "../../ui/FaultList";
import { useLabel } from "./labels";
import type { CourseForm } from "./useCourseForm";

const OF_MODULES = ["module_title_required", "module_price_required"];

/** Each fault by itself; modules without a title or a price together. */
export function usePoints({ faults, draft }: CourseForm): Point[] {
  const { t } = useTranslation();
  const label = useLabel();
  const together = faults.find(({ code }) => OF_MODULES.includes(code));
  return faults.flatMap((fault) => {
    const { name, code } = fault;
    if (fault === together) {
      const text = t("errors.modules_incomplete");
      return [{ path: name, label: t("dashboard.courses.modules"), text }];
    }
    if (OF_MODULES.includes(code)) return [];
    return [{ path: name, label: label(name, draft), text: fieldText(fault) }];
  });
}
