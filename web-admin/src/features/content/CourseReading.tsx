// The content of a course to read: its modules as tabs, chapters and lessons one below the other.
import { Accordion, Tabs } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import styles from "./Content.module.css";
import { type Chapter, chapters, lessons, type Module } from "./kinds";
import { LearnerLesson } from "./LearnerLesson";
import { useRows } from "./rows";
import { TaughtLesson } from "./TaughtLesson";
import { usePlace } from "./usePlace";

interface CourseReadingProps {
  modules: Module[];
  /** The code of the language taught. */
  language: string;
  /** By its teacher: quizzes are read with their answers. */
  teaching?: boolean;
}

export function CourseReading({ modules, language, teaching = false }: CourseReadingProps) {
  const { t } = useTranslation();
  const [place, go] = usePlace();
  const open = modules.find(({ id }) => id === place.module) ?? modules[0];
  if (!open) return <Note>{t("dashboard.content.noModules")}</Note>;
  return (
    <Tabs
      data-language={language}
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
        <Chapters key={open.id} module={open} teaching={teaching} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Chapters({ module, teaching }: { module: Module; teaching: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRows(chapters, module.id);
  if (!data) {
    return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Waiting />;
  }
  if (data.every(({ lessonCount }) => lessonCount === 0)) {
    return <Note>{t("dashboard.preview.nothing")}</Note>;
  }
  return data.map((chapter, at) => (
    <ChapterRead key={chapter.id} chapter={chapter} open={at === 0} teaching={teaching} />
  ));
}

interface ChapterReadProps {
  chapter: Chapter;
  open: boolean;
  teaching: boolean;
}

function ChapterRead({ chapter, open, teaching }: ChapterReadProps) {
  const Read = teaching ? TaughtLesson : LearnerLesson;
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
              <Read lesson={lesson} lessons={all} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  );
}
