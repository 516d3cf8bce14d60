// All courses of the school: searched, filtered and sorted in the browser, ten to a page.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { Icon } from "web-shared/ui/Icon";
import { DashboardPage } from "../../ui/DashboardPage";
import { Pages } from "../../ui/Pages";
import type { UnreadyCourse } from "../../ui/publishing";
import { Table } from "../../ui/Table";
import { Unready } from "../../ui/Unready";
import { coursesQuery } from "./api";
import { CourseFilters } from "./CourseFilters";
import { useColumns } from "./columns";
import { DeleteCourse } from "./DeleteCourse";
import { PreviewOf } from "./Preview";
import { SIZE, useCourseList } from "./useCourseList";

/** What is asked or said about one course. */
export interface Asked {
  about: "delete" | "unready" | "preview";
  course: Course;
  /** Why it was not published. */
  unready?: UnreadyCourse;
}

export function CoursesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(coursesQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useColumns(setAsked);
  const list = useCourseList(data, columns);
  const close = () => setAsked(null);
  return (
    <DashboardPage
      title={t("dashboard.courses.title")}
      lead={data ? <Lead courses={data} /> : null}
      action={
        <Button component={Link} to="/course/add" leftSection={<Icon name="plus-bold" />}>
          {t("dashboard.courses.create")}
        </Button>
      }
    >
      <CourseFilters list={list} />
      <Table
        caption={t("dashboard.courses.title")}
        columns={columns}
        rows={list.shown}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={data?.length === 0 ? t("dashboard.courses.empty") : t("dashboard.courses.none")}
        sort={list.sort}
        onSort={list.setSort}
      />
      {data && <Pages page={list.page} size={SIZE} total={list.total} onPage={list.turn} />}
      {asked?.about === "delete" && <DeleteCourse course={asked.course} onClose={close} />}
      {asked?.about === "preview" && <PreviewOf id={asked.course.id} onClose={close} />}
      {asked?.unready && <Unready unready={asked.unready} onClose={close} />}
    </DashboardPage>
  );
}

function Lead({ courses }: { courses: Course[] }) {
  const { t } = useTranslation();
  const published = courses.filter(({ status }) => status === "PUBLISHED").length;
  return (
    <>
      {t("dashboard.courses.count", { count: courses.length })}
      {t("dashboard.courses.published", { count: published })}
    </>
  );
}
