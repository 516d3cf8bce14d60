// The list of courses of one type: title and switch on the wall, filters at the left, wide cards at the right.
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import type { Course } from "web-shared/api/courses";
import { today } from "web-shared/format/format";
import { school } from "web-shared/school";
import { Icon } from "web-shared/ui/Icon";
import { Page, PageHeader } from "web-shared/ui/Page";
import { EmptyState, FailedState, Waiting } from "web-shared/ui/Scene";
import { coursesQuery } from "./api";
import { CourseCard } from "./CourseCard";
import { CourseFilters, FilterBar } from "./CourseFilters";
import styles from "./Courses.module.css";
import { type Filters, filtered, readFilters, sorts, writeFilters } from "./filters";
import { HelpCard, HelpDialog } from "./Help";
import { LanguageDialog } from "./LanguageDialog";
import { useFilters } from "./useFilters";
import { useHelp } from "./useHelp";

export function CoursesPage() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const courses = useQuery(coursesQuery(filters.type));
  const online = filters.type === "ONLINE";
  const title = t(online ? "catalogue.online" : "catalogue.inPerson");
  const language = filters.language && t(`languages.${filters.language.code}`);

  return (
    <Page title={title}>
      <PageHeader
        crumbs={
          <nav aria-label={t("catalogue.crumbs")}>
            <Link to="/">{t("catalogue.home")}</Link> / {t("nav.courses")}
          </nav>
        }
        title={title}
        lead={t(online ? "catalogue.onlineLead" : "catalogue.inPersonLead", {
          language: language ?? t("catalogue.allLanguages"),
          city: school.city,
        })}
        aside={<TypeSwitch filters={filters} />}
      />
      <div className={`wrap ${styles.page}`}>
        <aside className={styles.aside} aria-label={t("catalogue.filters")}>
          <CourseFilters filters={filters} courses={courses.data} onChange={change} />
        </aside>
        <div>
          <FilterBar filters={filters} courses={courses.data} onChange={change} />
          {courses.data ? (
            <List courses={courses.data} filters={filters} onChange={change} />
          ) : courses.isError ? (
            <FailedState
              what={online ? undefined : t("catalogue.inPersonFailed")}
              error={courses.error}
              onRetry={() => void courses.refetch()}
            />
          ) : (
            <Waiting />
          )}
        </div>
      </div>
      <AskLanguage filters={filters} onChange={change} />
    </Page>
  );
}

function List(props: {
  courses: Course[];
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  const { t } = useTranslation();
  const { filters } = props;
  const shown = filtered(props.courses, filters, today());
  const help = useHelp();
  const card = filters.language !== undefined && shown.length > 0;

  return (
    <>
      <div className={styles.bar}>
        <p role="status">{shown.length > 0 && t("catalogue.count", { count: shown.length })}</p>
        {shown.length > 1 && (
          <NativeSelect
            label={t("catalogue.sortBy")}
            classNames={{ root: styles.sort, label: styles.sortLabel, input: styles.sortInput }}
            data={sorts.map((value) => ({ value, label: t(`catalogue.sort.${value}`) }))}
            value={filters.sort}
            onChange={(event) => {
              const { value } = event.currentTarget;
              props.onChange({ sort: sorts.find((sort) => sort === value) ?? "date" });
            }}
          />
        )}
      </div>
      {shown.length === 0 && (
        <EmptyState
          scene="platane"
          action={
            <Button
              variant="outline"
              onClick={() => props.onChange({ levels: [], places: false, soon: false })}
            >
              {t("catalogue.reset")}
            </Button>
          }
        >
          {t(filters.type === "ONLINE" ? "catalogue.noneOnline" : "catalogue.noneInPerson")}
        </EmptyState>
      )}
      <ul>
        {shown.map((course, at) => (
          <Fragment key={course.id}>
            <li>
              <CourseCard course={course} />
            </li>
            {at === 0 && card && !help.dismissed && filters.language && (
              <li>
                <HelpCard language={filters.language} onLater={help.dismiss} />
              </li>
            )}
          </Fragment>
        ))}
      </ul>
      {!card && <HelpDialog language={filters.language} help={help} />}
    </>
  );
}

function TypeSwitch({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const link = (type: Filters["type"], icon: string, label: string) => (
    <Link
      to={`?${writeFilters({ ...readFilters(query), type }, query)}`}
      replace
      preventScrollReset
      aria-current={filters.type === type ? "true" : undefined}
    >
      <Icon name={icon} />
      {label}
    </Link>
  );
  return (
    <nav className={styles.switch} aria-label={t("catalogue.type")}>
      {link("IN_PERSON", "door-open", t("courseType.IN_PERSON"))}
      {link("ONLINE", "laptop", t("courseType.ONLINE"))}
    </nav>
  );
}

/** Asked once per visit of the page when the address names no language; closing it shows all of them. */
function AskLanguage(props: { filters: Filters; onChange: (change: Partial<Filters>) => void }) {
  const [declined, setDeclined] = useState(false);
  return (
    <LanguageDialog
      opened={!props.filters.language && !declined}
      onClose={() => setDeclined(true)}
      onChoose={(language) => props.onChange({ language })}
    />
  );
}
