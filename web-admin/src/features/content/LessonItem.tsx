// A lesson in its chapter: title and first words; its resources and quizzes unfold below.
import { Button } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Content.module.css";
import { DeleteButton } from "./DeleteButton";
import { type Lesson, lessons } from "./kinds";
import { LessonForm } from "./LessonForm";
import { previewOf } from "./outline";
import { ChangeButton, Unfolding, useArrival, useChanging } from "./parts";
import { Quizzes } from "./Quizzes";
import { Resources } from "./Resources";
import { useWrites } from "./rows";
import { usePlace } from "./usePlace";

interface LessonItemProps {
  lesson: Lesson;
  moduleId: number;
  grip: ReactNode;
  onGone: () => void;
}

export function LessonItem({ lesson, moduleId, grip, onGone }: LessonItemProps) {
  const { t } = useTranslation();
  const [place, go] = usePlace();
  const [open, setOpen] = useState(place.lesson === lesson.id);
  const { changing, button, begin, end } = useChanging();
  const inside = useId();
  const item = useArrival<HTMLElement>(place.lesson === lesson.id);
  const { remove } = useWrites(lessons, lesson.chapterId, onGone);

  function toggle() {
    setOpen(!open);
    const chapter = { module: moduleId, chapter: lesson.chapterId };
    go(open ? chapter : { ...chapter, lesson: lesson.id });
  }

  return (
    <article className={styles.lesson} ref={item}>
      <header className={styles.head}>
        {grip}
        <div className={styles.what} lang="fr">
          <h5>{lesson.title}</h5>
          {!changing && <p className="muted">{previewOf(lesson.content)}</p>}
        </div>
        <span className={styles.actions}>
          <ChangeButton name={lesson.title} button={button} disabled={changing} onClick={begin} />
          <DeleteButton
            name={lesson.title}
            question={t("dashboard.content.deleteLesson")}
            also={t("dashboard.content.withResources")}
            failed={t("dashboard.content.lessonDeleteFailed")}
            removal={remove}
            onDelete={() => remove.mutate(lesson)}
          />
        </span>
      </header>
      {changing && <LessonForm chapterId={lesson.chapterId} lesson={lesson} onDone={end} />}
      <Button
        className={styles.inside}
        variant="subtle"
        size="sm"
        aria-expanded={open}
        aria-controls={inside}
        rightSection={<Icon name="caret-down-bold" size={14} />}
        onClick={toggle}
      >
        {t("dashboard.content.inside")}
        <span className="hidden"> : {lesson.title}</span>
      </Button>
      <Unfolding open={open} id={inside}>
        <div className={styles.parts}>
          <Resources lesson={lesson} />
          <Quizzes lesson={lesson} />
        </div>
      </Unfolding>
    </article>
  );
}
