// The chapters of an open module: what each is about, for whoever may read it.
import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FailedState } from "web-shared/ui/Scene";
import { chaptersQuery } from "./api";
import styles from "./ModuleCard.module.css";

interface ModuleCardChaptersProps {
  moduleId: number;
  /** Of the module. */
  title: string;
  lang: string;
}

export function ModuleCardChapters({ moduleId, title, lang }: ModuleCardChaptersProps) {
  const { t } = useTranslation();
  const { data: chapters, error, refetch } = useQuery(chaptersQuery(moduleId));
  if (error && !chapters) {
    return (
      <FailedState
        what={t("learning.course.chaptersFailed")}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!chapters) {
    return (
      <p className={styles.loading} role="status" aria-busy="true">
        <Loader size="sm" type="oval" />
        {t("learning.course.chaptersLoading")}
      </p>
    );
  }
  if (chapters.length === 0) return <p>{t("learning.course.noChapters")}</p>;
  return (
    <ol className={styles.chapters} aria-label={t("learning.course.chapters", { module: title })}>
      {chapters.map((chapter) => (
        <li key={chapter.id}>
          <span className={styles.order}>{chapter.orderIndex}.</span>
          <div lang={lang}>
            <h3>{chapter.title}</h3>
            {chapter.content && <p>{chapter.content}</p>}
          </div>
          <span className="caption muted">
            {t("catalogue.lessons", { count: chapter.lessonCount })}
          </span>
        </li>
      ))}
    </ol>
  );
}
