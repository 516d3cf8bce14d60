// One module: the form that adds a chapter, and its chapters below.
import { Loader } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChapterForm } from "./ChapterForm";
import { ChapterPanel } from "./ChapterPanel";
import styles from "./Content.module.css";
import { chapters, MODULES, type Module } from "./kinds";
import { Rows } from "./parts";
import { useRows } from "./rows";

export function ModulePanel({ module }: { module: Module }) {
  const { t } = useTranslation();
  const { data, error } = useRows(chapters, module.id);
  const [wasEmpty, setWasEmpty] = useState(false);
  if (data?.length === 0 && !wasEmpty) setWasEmpty(true);
  const { title, description } = module;
  return (
    <div className={styles.module}>
      <h2 lang="fr">{module.title}</h2>
      {module.description && (
        <p className={styles.lead} lang="fr">
          {module.description}
        </p>
      )}
      <div className={styles.add}>
        <h3>{t("dashboard.content.addChapter")}</h3>
        {Boolean(data || error) && (
          <ChapterForm
            moduleId={module.id}
            suggested={data?.length === 0 ? { title, content: description || title } : undefined}
          />
        )}
      </div>
      <Rows
        kind={chapters}
        parent={module}
        under={MODULES}
        label={t("dashboard.content.chaptersOf", { name: module.title })}
        nameOf={({ title }) => title}
        empty={
          <div className={styles.none}>
            <p>{t("dashboard.content.noChapters")}</p>
            <p>{t("dashboard.content.noChaptersYet")}</p>
          </div>
        }
        waiting={
          <p className={styles.loading} role="status" aria-busy="true">
            <Loader size="sm" /> {t("dashboard.content.loading")}
          </p>
        }
      >
        {(chapter, grip, leave) => (
          <ChapterPanel
            chapter={chapter}
            grip={grip}
            adding={wasEmpty && data?.length === 1}
            onGone={leave}
          />
        )}
      </Rows>
    </div>
  );
}
