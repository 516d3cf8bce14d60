// A chapter in its module: its heading unfolds what it says and its lessons.
import { Button } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { ChapterForm } from "./ChapterForm";
import styles from "./Content.module.css";
import { DeleteButton } from "./DeleteButton";
import { type Chapter, chapters, lessons } from "./kinds";
import { LessonForm } from "./LessonForm";
import { LessonItem } from "./LessonItem";
import { ChangeButton, Rows, Unfolding, useArrival, useChanging } from "./parts";
import { useWrites } from "./rows";
import { usePlace } from "./usePlace";

interface ChapterPanelProps {
  chapter: Chapter;
  grip: ReactNode;
  /** It was just made: its first lesson comes next. */
  adding: boolean;
  onGone: () => void;
}

export function ChapterPanel({ chapter, grip, adding, onGone }: ChapterPanelProps) {
  const { t } = useTranslation();
  const [place, go] = usePlace();
  const [open, setOpen] = useState(adding || place.chapter === chapter.id);
  const { changing, button, begin, end } = useChanging();
  const body = useId();
  const panel = useArrival<HTMLElement>(place.chapter === chapter.id && !place.lesson);
  const { remove } = useWrites(chapters, chapter.moduleId, onGone);

  function toggle(to: boolean) {
    setOpen(to);
    if (to) go({ module: chapter.moduleId, chapter: chapter.id });
    else if (place.chapter === chapter.id) go({ module: chapter.moduleId });
  }

  return (
    <article className={styles.chapter} ref={panel}>
      <header className={styles.head}>
        {grip}
        <h3>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={body}
            onClick={() => toggle(!open)}
          >
            <span lang="fr">
              {t("dashboard.content.chapter", { n: chapter.orderIndex, title: chapter.title })}
            </span>
            <Icon name="caret-down-bold" size={16} />
          </button>
        </h3>
        <span className={styles.actions}>
          <ChangeButton
            name={chapter.title}
            button={button}
            disabled={changing}
            onClick={() => {
              toggle(true);
              begin();
            }}
          />
          <DeleteButton
            name={chapter.title}
            question={t("dashboard.content.deleteChapter")}
            also={
              chapter.lessonCount > 0
                ? t("dashboard.content.withLessons", { count: chapter.lessonCount })
                : undefined
            }
            failed={t("dashboard.content.chapterDeleteFailed")}
            removal={remove}
            onDelete={() => remove.mutate(chapter)}
          />
        </span>
      </header>
      <Unfolding open={open} id={body}>
        <div className={styles.body}>
          {changing ? (
            <ChapterForm moduleId={chapter.moduleId} chapter={chapter} onDone={end} />
          ) : (
            <p className={styles.lead}>{chapter.content || t("dashboard.content.noDescription")}</p>
          )}
          <Lessons chapter={chapter} begun={adding} />
        </div>
      </Unfolding>
    </article>
  );
}

function Lessons({ chapter, begun }: { chapter: Chapter; begun: boolean }) {
  const { t } = useTranslation();
  const { changing: adding, button, begin, end } = useChanging(begun);
  return (
    <section className={styles.section}>
      <h4>{t("dashboard.content.lessons")}</h4>
      <Rows
        kind={lessons}
        parent={chapter}
        under={chapters.name}
        label={t("dashboard.content.lessonsOf", { name: chapter.title })}
        nameOf={({ title }) => title}
        empty={<p className="muted">{t("dashboard.content.noLessons")}</p>}
      >
        {(lesson, grip, leave) => (
          <LessonItem lesson={lesson} moduleId={chapter.moduleId} grip={grip} onGone={leave} />
        )}
      </Rows>
      {adding ? (
        <div className={styles.add}>
          <h5>{t("dashboard.content.addLesson")}</h5>
          <LessonForm chapterId={chapter.id} onDone={end} />
        </div>
      ) : (
        <Button
          ref={button}
          className={styles.more}
          variant="light"
          size="sm"
          leftSection={<Icon name="plus-bold" size={14} />}
          onClick={begin}
        >
          {t("dashboard.content.addLesson")}
        </Button>
      )}
    </section>
  );
}
