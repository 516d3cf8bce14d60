// A lesson, written: a new one under its chapter, or one that exists.
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DraftFound } from "../../ui/DraftFound";
import { RichTextField } from "../../ui/RichTextField";
import styles from "./Content.module.css";
import { FormFoot } from "./FormFoot";
import { type Lesson, lessons } from "./kinds";
import { isBlank, nextPlace } from "./outline";
import { useFirstField } from "./parts";
import { useRows } from "./rows";
import { useEditing } from "./useEditing";

interface LessonFormProps {
  chapterId: number;
  lesson?: Lesson;
  /** It was changed, or given up. */
  onDone: () => void;
  /** A new one was added; without it the form stays for the next one. */
  onAdded?: () => void;
}

export function LessonForm({ chapterId, lesson, onDone, onAdded }: LessonFormProps) {
  const { t } = useTranslation();
  const place = nextPlace(useRows(lessons, chapterId).data ?? []);
  const title = useFirstField<HTMLInputElement>(true);
  const form = useEditing({
    kind: lessons,
    parentId: chapterId,
    row: lesson,
    draftOf: (row) => ({ title: row?.title ?? "", content: row?.content ?? "" }),
    bodyOf: (draft) => ({
      title: draft.title.trim(),
      content: draft.content.trim(),
      ...(!lesson && { chapterId, orderIndex: place }),
    }),
    faultOf: (draft) =>
      draft.title.trim() && !isBlank(draft.content) ? undefined : t("errors.lesson_incomplete"),
    onSaved: () => {
      if (lesson) onDone();
      else if (onAdded) onAdded();
      else title.current?.focus();
    },
  });
  const { draft, set } = form;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate ref={form.fields}>
      <DraftFound draft={form.local} />
      <TextInput
        ref={title}
        lang="fr"
        label={t("dashboard.content.title")}
        value={draft.title}
        maxLength={200}
        onChange={(event) => set({ title: event.currentTarget.value })}
        error={Boolean(form.fault) && !draft.title.trim()}
      />
      <RichTextField
        label={t("dashboard.content.text")}
        value={draft.content}
        onChange={(content) => set({ content })}
        error={Boolean(form.fault) && isBlank(draft.content)}
      />
      {!lesson && <p className={styles.place}>{t("dashboard.content.nextLesson", { place })}</p>}
      <FormFoot
        form={form}
        action={t(`dashboard.content.${lesson ? "save" : "addLessonAction"}`)}
        failed={t(`dashboard.content.${lesson ? "lessonUpdateFailed" : "lessonAddFailed"}`)}
        labels={{ title: t("dashboard.content.title"), content: t("dashboard.content.text") }}
        onCancel={onDone}
      />
    </form>
  );
}
