// A chapter, written: a new one under its module, or one that exists.
import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DraftFound } from "../../ui/DraftFound";
import styles from "./Content.module.css";
import { FormFoot } from "./FormFoot";
import { type Chapter, chapters } from "./kinds";
import { nextPlace } from "./outline";
import { useFirstField } from "./parts";
import { useRows } from "./rows";
import { useEditing } from "./useEditing";

interface ChapterFormProps {
  moduleId: number;
  chapter?: Chapter;
  /** What a new one begins with: nothing has to be typed where the module says it already. */
  suggested?: { title: string; content: string } | undefined;
  /** It was saved, or given up; without it the form stays for the next one. */
  onDone?: () => void;
}

export function ChapterForm({ moduleId, chapter, suggested, onDone }: ChapterFormProps) {
  const { t } = useTranslation();
  const place = nextPlace(useRows(chapters, moduleId).data ?? []);
  const title = useFirstField<HTMLInputElement>(onDone !== undefined);
  const form = useEditing({
    kind: chapters,
    parentId: moduleId,
    row: chapter,
    draftOf: (row) => ({ title: row?.title ?? "", content: row?.content ?? "" }),
    suggested,
    bodyOf: (draft) => ({
      title: draft.title.trim(),
      content: draft.content.trim(),
      ...(!chapter && { courseModuleId: moduleId, orderIndex: place }),
    }),
    faultOf: (draft) =>
      draft.title.trim() && draft.content.trim() ? undefined : t("errors.chapter_incomplete"),
    onSaved: () => {
      if (onDone) onDone();
      // After a suggested one comes its first lesson.
      else if (!suggested) title.current?.focus();
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
      <Textarea
        lang="fr"
        label={t("dashboard.content.description")}
        minRows={2}
        value={draft.content}
        maxLength={2000}
        onChange={(event) => set({ content: event.currentTarget.value })}
        error={Boolean(form.fault) && !draft.content.trim()}
      />
      {!chapter && <p className={styles.place}>{t("dashboard.content.nextChapter", { place })}</p>}
      <FormFoot
        form={form}
        action={t(`dashboard.content.${chapter ? "save" : "addChapterAction"}`)}
        failed={t(`dashboard.content.${chapter ? "chapterUpdateFailed" : "chapterAddFailed"}`)}
        labels={{
          title: t("dashboard.content.title"),
          content: t("dashboard.content.description"),
        }}
        onCancel={onDone}
      />
    </form>
  );
}
