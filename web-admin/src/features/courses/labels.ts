// What a field of the form of a course is called, wherever it is named outside the form.
import { useTranslation } from "react-i18next";
import { at } from "web-shared/merge";
import type { CourseDraft, Line } from "./draft";

const FIELDS = [
  "name",
  "description",
  "detailedDescription",
  "teacherId",
  "startDate",
  "endDate",
  "totalHours",
  "capacity",
  "location",
  "meetingUrl",
  "schedule",
  "free",
  "lateEntry",
  "offerHours",
  "minimumLearners",
  "decisionDay",
] as const;

const NAMED = {
  type: "dashboard.courses.type",
  languageId: "dashboard.courses.language",
  levelId: "dashboard.courses.level",
  price: "dashboard.courses.coursePrice",
  modules: "dashboard.courses.modules",
  sellingPoints: "dashboard.courses.sellingPoints",
  objectives: "dashboard.courses.objectives",
  prerequisites: "dashboard.courses.prerequisites",
} as const;

/** The label of a path (`endDate`, `modules/12/title`); rows are counted in this draft. */
export function useLabel(): (path: string, draft: CourseDraft) => string {
  const { t } = useTranslation();
  return (path, draft) => {
    const [list = "", key, field] = path.split("/");
    const simple = FIELDS.find((name) => name === list);
    if (simple) return t(`dashboard.courses.fields.${simple}`);
    const named = NAMED[list as keyof typeof NAMED];
    if (!named || !key) return named ? t(named) : list;
    const place = ((at(draft, list) ?? []) as Line[]).findIndex((row) => row.key === key) + 1;
    if (list !== "modules") {
      return place > 0
        ? t(`dashboard.courses.lines.${list as "objectives"}.one`, { place })
        : t(named);
    }
    if (field === "title") return t("dashboard.courses.moduleTitle", { place });
    if (field === "price") return t("dashboard.courses.modulePrice", { place });
    if (field === "description") return t("dashboard.courses.moduleDescription", { place });
    return place > 0 ? t("dashboard.courses.module", { place }) : t(named);
  };
}
