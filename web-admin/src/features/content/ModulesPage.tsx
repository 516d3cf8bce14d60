// The content of one course: a tab for each module. The address names the tab, the chapter and the lesson that are open.
import { Button, Loader, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { isMissing } from "web-shared/api/problem";
import { Icon } from "web-shared/ui/Icon";
import { CoursePath } from "../../ui/CoursePath";
import { DashboardPage } from "../../ui/DashboardPage";
import styles from "./Content.module.css";
import { CourseFailure } from "./CourseFailure";
import { Taught } from "./course";
import type { Course } from "./kinds";
import { ModulePanel } from "./ModulePanel";
import { courseQuery } from "./rows";
import { UnsavedForms } from "./unsaved";
import { usePlace } from "./usePlace";

export function ModulesPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data: course, error, refetch } = useQuery(courseQuery(id));
  const missing = !course && isMissing(error);
  return (
    <DashboardPage
      title={
        missing
          ? t("dashboard.courses.modules")
          : t("dashboard.content.modulesOf", { title: course?.name ?? "…" })
      }
      back={
        <Link to="/course/list">
          <Icon name="arrow-left" />
          {t("dashboard.courses.title")}
        </Link>
      }
      action={
        !missing && (
          <div className={styles.buttons}>
            <Button component={Link} to={`/course/preview/${id}`} variant="outline" size="sm">
              {t("dashboard.courses.path.asLearner")}
            </Button>
            <Button component={Link} to={`/course/edit/${id}`} variant="outline" size="sm">
              {t("dashboard.content.editModules")}
            </Button>
          </div>
        )
      }
    >
      {!course && error && <CourseFailure error={error} onRetry={() => void refetch()} />}
      {!course && !error && (
        <p className={styles.loading} role="status" aria-busy="true">
          <Loader size="sm" /> {t("dashboard.content.loading")}
        </p>
      )}
      {course && (
        <UnsavedForms key={course.id}>
          <Taught value={course.languageCode}>
            <CoursePath course={course} />
            <Modules course={course} />
          </Taught>
        </UnsavedForms>
      )}
    </DashboardPage>
  );
}

function Modules({ course }: { course: Course }) {
  const { t } = useTranslation();
  const [place, go] = usePlace();
  const { modules } = course;
  const open = modules.find(({ id }) => id === place.module) ?? modules[0];
  // A tab that was open keeps what is typed in it.
  const [visited, setVisited] = useState<ReadonlySet<number>>(new Set());
  if (open && !visited.has(open.id)) setVisited(new Set([...visited, open.id]));
  return (
    <>
      {open ? (
        <Tabs
          value={String(open.id)}
          onChange={(id) => go({ module: Number(id) })}
          classNames={{ list: styles.tabs, tab: styles.tab }}
        >
          <Tabs.List>
            {modules.map(({ id, title }) => (
              <Tabs.Tab key={id} value={String(id)} lang="fr">
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {modules.map((module) => (
            <Tabs.Panel key={module.id} value={String(module.id)}>
              {visited.has(module.id) && <ModulePanel module={module} />}
            </Tabs.Panel>
          ))}
        </Tabs>
      ) : (
        <p className={styles.none}>{t("dashboard.content.noModules")}</p>
      )}
      <footer className={styles.footer}>
        <p>{t("dashboard.content.modulesLoaded", { count: modules.length })}</p>
        <Button component={Link} to="/course/list" variant="outline" size="sm">
          {t("common.close")}
        </Button>
      </footer>
    </>
  );
}
