// The courses that are left by the filters: how many, in which order, and help among them.
import { Button, NativeSelect } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import { today } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import { EmptyState } from "web-shared/ui/Scene";
import { CourseCard } from "./CourseCard";
import styles from "./Courses.module.css";
import { type Filters, filtered, narrowing, sorts, unnarrowed } from "./filters";
import { HelpCard } from "./HelpCard";
import { type ChangeFilters, useChoices } from "./useFilters";
import { useHelp } from "./useHelp";

const HelpDialog = lazyDialog(() => import("./HelpDialog").then((module) => module.HelpDialog));

interface CourseListProps {
  courses: Course[];
  filters: Filters;
  onChange: ChangeFilters;
}

export function CourseList({ courses, filters, onChange }: CourseListProps) {
  const { t } = useTranslation();
  const help = useHelp();
  const { language } = filters;
  const shown = filtered(courses, filters, today(), useChoices());
  return (
    <>
      <div className={styles.bar}>
        <p role="status">{t("catalogue.count", { count: shown.length })}</p>
        {shown.length > 1 && <Order filters={filters} onChange={onChange} />}
      </div>
      {shown.length === 0 && <NoCourse filters={filters} onChange={onChange} />}
      <ul>
        {shown.map((course, at) => (
          <Fragment key={course.id}>
            <li>
              <CourseCard course={course} first={at === 0} />
            </li>
            {at === 0 && language && help.card && (
              <li>
                <HelpCard language={language} help={help} />
              </li>
            )}
          </Fragment>
        ))}
      </ul>
      <HelpDialog opened={help.dialog} language={language} onLater={help.later} />
    </>
  );
}

function Order({ filters, onChange }: Omit<CourseListProps, "courses">) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t("catalogue.sortBy")}
      classNames={{ root: styles.sort, label: styles.sortLabel, input: styles.sortInput }}
      rightSection={<Icon name="caret-down-bold" size={16} />}
      data={sorts.map((value) => ({ value, label: t(`catalogue.sort.${value}`) }))}
      value={filters.sort}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onChange({ sort: sorts.find((sort) => sort === value) ?? "date" });
      }}
    />
  );
}

/** No course is left: what to let go of, the filters first, then the language, then the way of learning. */
function NoCourse({ filters, onChange }: Omit<CourseListProps, "courses">) {
  const { t } = useTranslation();
  const online = filters.type === "ONLINE";
  const [name, change] =
    narrowing(filters) > 0
      ? [t("catalogue.reset"), unnarrowed]
      : filters.language
        ? [t("catalogue.everyLanguage"), { language: undefined }]
        : [
            t(online ? "catalogue.seeInPerson" : "catalogue.seeOnline"),
            { type: online ? ("IN_PERSON" as const) : ("ONLINE" as const) },
          ];
  return (
    <EmptyState
      scene="platane"
      action={
        <Button variant="outline" onClick={() => onChange(change)}>
          {name}
        </Button>
      }
    >
      {t(online ? "catalogue.noneOnline" : "catalogue.noneInPerson")}
    </EmptyState>
  );
}
