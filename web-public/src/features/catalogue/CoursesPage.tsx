// The list of courses of one type: title and switch on the wall, filters at the left, wide cards at the right.
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import type { Course } from "web-shared/api/courses";
import { useSchool } from "web-shared/school";
import { labelOf } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { Page, PageHeader } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { AskLanguage } from "./AskLanguage";
import { coursesQuery } from "./api";
import { CourseFilters } from "./CourseFilters";
import { CourseList } from "./CourseList";
import { CourseSearch } from "./CourseSearch";
import { CourseSkeletons } from "./CourseSkeletons";
import styles from "./Courses.module.css";
import { FilterBar } from "./FilterBar";
import { type Filters, readFilters, writeFilters } from "./filters";
import { listHead } from "./head";
import { type ChangeFilters, type Chosen, useChoices, useFilters } from "./useFilters";

export function CoursesPage() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const courses = useQuery(coursesQuery(filters.type));
  const { city } = useSchool();
  const online = filters.type === "ONLINE";
  const title = t(online ? "catalogue.online" : "catalogue.inPerson");
  const language = filters.language && labelOf(filters.language);
  const lead = t(online ? "catalogue.onlineLead" : "catalogue.inPersonLead", {
    language: language ?? t("catalogue.allLanguages"),
    city: city ?? t("nav.here"),
  });

  const tab = language ? t("catalogue.titleOf", { title, language }) : title;

  return (
    <Page {...listHead(tab, lead, filters)}>
      <PageHeader
        crumbs={
          <nav aria-label={t("catalogue.crumbs")}>
            <Link to="/">{t("catalogue.home")}</Link> / {t("nav.courses")}
          </nav>
        }
        title={title}
        lead={lead}
        aside={<TypeSwitch filters={filters} />}
      />
      <div className={styles.frame}>
        <div className={`wrap ${styles.page}`}>
          <CourseSearch filters={filters} onChange={change} />
          <aside className={styles.aside} aria-label={t("catalogue.filters")}>
            <CourseFilters filters={filters} courses={courses.data} onChange={change} />
          </aside>
          <div className={styles.results}>
            <FilterBar filters={filters} courses={courses.data} onChange={change} />
            <Results courses={courses} filters={filters} onChange={change} />
          </div>
        </div>
      </div>
      <AskLanguage filters={filters} onChange={change} />
    </Page>
  );
}

function Results(props: {
  courses: UseQueryResult<Course[]>;
  filters: Filters;
  onChange: ChangeFilters;
}) {
  const { t } = useTranslation();
  const { courses, filters, onChange } = props;
  if (courses.data) {
    return <CourseList courses={courses.data} filters={filters} onChange={onChange} />;
  }
  if (courses.isError) {
    return (
      <FailedState
        what={filters.type === "ONLINE" ? undefined : t("catalogue.inPersonFailed")}
        error={courses.error}
        onRetry={() => void courses.refetch()}
      />
    );
  }
  return (
    <Waiting>
      <CourseSkeletons />
    </Waiting>
  );
}

function TypeSwitch({ filters }: { filters: Filters }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const choices = useChoices();
  const chosen: Chosen = { chosen: true };
  const link = (type: Filters["type"], icon: string, label: string) => (
    <Link
      to={`?${writeFilters({ ...readFilters(query, choices), type }, query)}`}
      state={chosen}
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
