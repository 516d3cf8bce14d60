// The chapters of a module with their lessons: what has been viewed, what is open.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import styles from "./ModuleSidebar.module.css";
import { moduleSearch, seenOf } from "./module";
import type { Chapter, Lesson, Module } from "./moduleApi";

interface ModuleSidebarProps {
  module: Module;
  /** The open lesson. */
  current: number;
}

export function ModuleSidebar({ module, current }: ModuleSidebarProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.chapters} aria-label={t("learning.module.chapters")}>
      {module.chapters.map((chapter, at) => (
        <details
          key={chapter.id}
          open={chapter.lessons.some(({ id }) => id === current) || undefined}
        >
          <summary>
            <span>
              <b>
                {at + 1}. <span lang="fr">{chapter.title}</span>
              </b>
              <Standing chapter={chapter} />
            </span>
            <Icon name="caret-down-bold" size={18} />
          </summary>
          <ol>
            {chapter.lessons.map((lesson) => (
              <li key={lesson.id}>
                <Entry
                  lesson={lesson}
                  to={moduleSearch(module, lesson.id)}
                  open={lesson.id === current}
                />
              </li>
            ))}
          </ol>
        </details>
      ))}
    </nav>
  );
}

/** "Terminé, 4 leçons sur 4", "2 leçons sur 4", "3 leçons". */
function Standing({ chapter }: { chapter: Chapter }) {
  const { t } = useTranslation();
  const total = chapter.lessons.length;
  const seen = seenOf(chapter);
  const lessons = t("learning.module.seen", { count: seen, total });
  const words = chapter.completed
    ? t("learning.module.chapterDone", { lessons })
    : seen > 0
      ? lessons
      : t("catalogue.lessons", { count: total });
  return <small>{words}</small>;
}

function Entry({ lesson, to, open }: { lesson: Lesson; to: string; open: boolean }) {
  const { t } = useTranslation();
  return (
    <Link to={to} aria-current={open ? "page" : undefined}>
      <span className={styles.arch} data-viewed={lesson.viewed || undefined}>
        {lesson.viewed && <Icon name="check-bold" size={13} />}
      </span>
      <span>
        <span lang="fr">{lesson.title}</span>
        {lesson.viewed && <span className="hidden"> {t("learning.module.viewed")}</span>}
      </span>
    </Link>
  );
}
