// What narrows the list of courses; each choice leads to the first page.
import { Button, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { labelOf, useLanguages } from "web-shared/languages";
import { SearchField } from "../../ui/SearchField";
import styles from "./Courses.module.css";
import { STATUSES, TYPES } from "./filters";
import type { CourseList } from "./useCourseList";

export function CourseFilters({ list }: { list: CourseList }) {
  const { t } = useTranslation();
  const languages = useLanguages();
  return (
    <div className={styles.filters}>
      <SearchField label={t("dashboard.courses.search")} className={styles.search} />
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
      <Button variant="subtle" size="sm" onClick={list.reset}>
        {t("dashboard.courses.reset")}
      </Button>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  data: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, data, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      className={styles.choice}
      aria-label={label}
      allowDeselect={false}
      value={value}
      data={data}
      onChange={(chosen) => onChange((chosen ?? "all") as Value)}
    />
  );
}
