// Which course, and all of it or which of its modules.
import { Checkbox, Radio, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { coursesQuery, modulesQuery } from "./api";
import styles from "./Sales.module.css";

interface CourseFieldProps {
  value: number | null;
  error: string | false | undefined;
  onChange: (id: number | null) => void;
}

export function CourseField({ value, error, onChange }: CourseFieldProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(coursesQuery);
  return (
    <Select
      label={t("dashboard.sales.course")}
      placeholder={t("dashboard.sales.chooseCourse")}
      searchable
      nothingFoundMessage={t("dashboard.sales.noCourse")}
      value={value === null ? null : String(value)}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => onChange(id ? Number(id) : null)}
      error={error}
    />
  );
}

interface ScopeProps {
  courseId: number | null;
  whole: boolean;
  onWhole: (whole: boolean) => void;
  chosen: number[];
  onChosen: (ids: number[]) => void;
  error: string | false | undefined;
}

export function Scope({ courseId, whole, onWhole, chosen, onChosen, error }: ScopeProps) {
  const { t } = useTranslation();
  const { data: modules = [] } = useQuery(modulesQuery(courseId));
  return (
    <>
      <Radio.Group
        label={t("dashboard.sales.scope")}
        value={whole ? "course" : "modules"}
        onChange={(value) => onWhole(value === "course")}
      >
        <div className={styles.options}>
          <Radio value="course" label={t("dashboard.sales.wholeCourse")} />
          <Radio value="modules" label={t("dashboard.sales.someModules")} disabled={!courseId} />
        </div>
      </Radio.Group>
      {!whole && (
        <Checkbox.Group
          label={t("dashboard.sales.whichModules")}
          value={chosen.map(String)}
          onChange={(ids) => onChosen(ids.map(Number))}
          error={error}
        >
          <div className={styles.options}>
            {modules.map(({ id, title }) => (
              <Checkbox key={id} value={String(id)} label={<span lang="fr">{title}</span>} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}
