// The lines of the tree by what they are, and what can be added to modules and chapters.
import { Menu } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Course } from "web-shared/api/courses";
import { AddDialog } from "./AddDialog";
import { ChapterForm } from "./ChapterForm";
import { Editable } from "./Editable";
import { type Chapter, chapters, type Lesson, lessons, MODULES, type Module } from "./kinds";
import { LessonForm } from "./LessonForm";
import { type LineProps, MenuItem, TreeLine } from "./TreeLine";

/** What a course says of itself is edited in its own form. */
export function CourseLine({ row, ...props }: LineProps & { row: Course }) {
  const { t } = useTranslation();
  const form = (
    <Menu.Item component={Link} to={`/course/edit/${row.id}`}>
      {t("dashboard.content.tree.courseForm")}
    </Menu.Item>
  );
  return <TreeLine {...props} menu={form} />;
}

export function ModuleLine({ row, ...props }: LineProps & { row: Module }) {
  const { t } = useTranslation();
  const add = useAdding(props, t("dashboard.content.addChapter"), (done) => (
    <ChapterForm moduleId={row.id} onDone={done} />
  ));
  return (
    <>
      <TreeLine {...props} menu={add.item} />
      {add.dialog}
    </>
  );
}

interface SiblingsProps<R> extends LineProps {
  row: R;
  siblings: readonly R[] | undefined;
}

export function ChapterLine(props: SiblingsProps<Chapter>) {
  const { t } = useTranslation();
  const { lessonCount } = props.row;
  const add = useAdding(props, t("dashboard.content.addLesson"), (done) => (
    <LessonForm chapterId={props.row.id} onDone={done} onAdded={done} />
  ));
  return (
    <>
      <Editable
        {...props}
        kind={chapters}
        bodyOf={(title) => ({ title })}
        parentId={props.row.moduleId}
        under={MODULES}
        wording={{
          question: t("dashboard.content.deleteChapter"),
          failed: t("dashboard.content.chapterDeleteFailed"),
          update: t("dashboard.content.chapterUpdateFailed"),
          also:
            lessonCount > 0
              ? t("dashboard.content.withLessons", { count: lessonCount })
              : undefined,
        }}
        first={add.item}
      />
      {add.dialog}
    </>
  );
}

export function LessonLine(props: SiblingsProps<Lesson>) {
  const { t } = useTranslation();
  return (
    <Editable
      {...props}
      kind={lessons}
      bodyOf={(title) => ({ title })}
      parentId={props.row.chapterId}
      under={chapters.name}
      wording={{
        question: t("dashboard.content.deleteLesson"),
        failed: t("dashboard.content.lessonDeleteFailed"),
        update: t("dashboard.content.lessonUpdateFailed"),
        also: t("dashboard.content.withResources"),
      }}
    />
  );
}

/** Something added below a line: the entry of its menu, and its dialog. */
function useAdding(
  { line, onToggle, onReturn }: Pick<LineProps, "line" | "onToggle" | "onReturn">,
  label: string,
  form: (done: () => void) => ReactNode,
) {
  const [adding, setAdding] = useState(false);
  function done() {
    setAdding(false);
    onToggle(true);
    onReturn();
  }
  return {
    item: <MenuItem onClick={() => setAdding(true)}>{label}</MenuItem>,
    dialog: adding && (
      <AddDialog title={label} under={line.title} onClose={done}>
        {form(done)}
      </AddDialog>
    ),
  };
}
