// A course as a learner will read it, before it is published: its modules, chapters and lessons one below the other.
import { Accordion, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import styles from "./Content.module.css";
import { CourseFailure } from "./CourseFailure";
import { Taught } from "./course";
import { type Chapter, type Course, chapters, lessons, type Module } from "./kinds";
import { LearnerLesson } from "./LearnerLesson";
import { courseQuery, useRows } from "./rows";
import { usePlace } from "./usePlace";

export function LearnerPreviewPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data: course, error, refetch } = useQuery(courseQuery(id));
  return (
    <DashboardPage
      title={course?.name ?? t("dashboard.courses.path.preview")}
      back={
        <Link to={`/course/modules/${id}`}>
          <Icon name="arrow-left" />
          {t("dashboard.preview.back")}
        </Link>
      }
      lead={t("dashboard.preview.lead")}
    >
      {course ? (
        <Taught value={course.languageCode}>
          <Modules course={course} />
        </Taught>
      ) : error ? (
        <CourseFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

function Modules({ course: { modules, languageCode } }: { course: Course }) {
  const { t } = useTranslation();
  const [place, go] = usePlace();
  const open = modules.find(({ id }) => id === place.module) ?? modules[0];
  if (!open) return <Note>{t("dashboard.content.noModules")}</Note>;
  return (
    <Tabs
      data-language={languageCode}
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
      <Tabs.Panel value={String(open.id)} className={styles.module}>
        <Chapters key={open.id} module={open} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Chapters({ module }: { module: Module }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRows(chapters, module.id);
  if (!data) {
    return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Waiting />;
  }
  if (data.every(({ lessonCount }) => lessonCount === 0)) {
    return <Note>{t("dashboard.preview.nothing")}</Note>;
  }
  return data.map((chapter, at) => (
    <ChapterRead key={chapter.id} chapter={chapter} open={at === 0} />
  ));
}

function ChapterRead({ chapter, open }: { chapter: Chapter; open: boolean }) {
  const all = useRows(lessons, chapter.id);
  const { data, error, refetch } = all;
  const { title, content } = chapter;
  if (!data) {
    return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Waiting />;
  }
  return (
    <section className={styles.section}>
      <h2 lang="fr">{title}</h2>
      {content && content !== title && (
        <p className={styles.lead} lang="fr">
          {content}
        </p>
      )}
      <Accordion
        variant="contained"
        defaultValue={open && data[0] ? String(data[0].id) : null}
        order={3}
      >
        {data.map((lesson) => (
          <Accordion.Item key={lesson.id} value={String(lesson.id)}>
            <Accordion.Control lang="fr">{lesson.title}</Accordion.Control>
            <Accordion.Panel>
              <LearnerLesson lesson={lesson} lessons={all} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}
