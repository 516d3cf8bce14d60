// What narrows the list of courses; each choice leads to the first page.
import { useTranslation } from "react-i18next";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Choice } from "../../ui/Choice";
import { countOf, FilterBar } from "../../ui/FilterBar";
import { SearchField } from "../../ui/SearchField";
import { STATUSES, TYPES } from "./filters";
import type { CourseList } from "./useCourseList";

export function CourseFilters({ list }: { list: CourseList }) {
  const { t } = useTranslation();
  const languages = useLanguages();
  return (
    <FilterBar
      search={<SearchField label={t("dashboard.courses.search")} />}
      searched={list.search !== ""}
      active={countOf({ type: list.type, status: list.status, language: list.language })}
      onReset={list.reset}
    >
      <Choice
        label={t("dashboard.courses.type")}
        value={list.type}
        data={TYPES.map((value) => ({ value, label: t(`dashboard.courses.types.${value}`) }))}
        onChange={list.setType}
      />
      <Choice
        label={t("dashboard.courses.status")}
        value={list.status}
        data={STATUSES.map((value) => ({
          value,
          label: t(`dashboard.courses.statuses.${value}`),
        }))}
        onChange={list.setStatus}
      />
      <Choice
        label={t("dashboard.courses.language")}
        value={list.language}
        data={[
          { value: "all", label: t("dashboard.courses.anyLanguage") },
          ...list.languages.map(([code, name]) => {
            const language = languages.of(code);
            return { value: code, label: language ? labelOf(language) : name };
          }),
        ]}
        onChange={list.setLanguage}
      />
    </FilterBar>
  );
}
