// The programme of a course: one box, a numbered niche per module, its chapters inside.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, type CourseModule, textsLanguage } from "web-shared/api/courses";
import { price } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Course.module.css";

export function Programme({ course }: { course: Course }) {
  const { t } = useTranslation();
  return (
    <section id="programme">
      <div className={styles.head}>
        <h2>{t("catalogue.programmeTitle")}</h2>
        <Link to={`/online-course-modules?id=${course.id}`}>{t("catalogue.seeModules")}</Link>
      </div>
      {course.modules.length === 0 && <p>{t("catalogue.noModules")}</p>}
      <div className={styles.modules}>
        {course.modules.map((module, at) => (
          <details key={module.id} open={at === 0}>
            <summary>
              <span className={styles.number}>{at + 1}</span>
              <span>
                <b lang={textsLanguage(course)}>{module.title}</b>
                <span className={styles.caption}>
                  {t("catalogue.chapters", { count: module.chapters?.length ?? 0 })}
                </span>
              </span>
              {!course.free && <span className="num">{price(module.price)}</span>}
              <Icon name="caret-down-bold" />
            </summary>
            <Chapters module={module} lang={textsLanguage(course)} />
          </details>
        ))}
      </div>
    </section>
  );
}

function Chapters({ module, lang }: { module: CourseModule; lang: string }) {
  const { t } = useTranslation();
  const chapters = module.chapters ?? [];
  return (
    <div className={styles.module}>
      {module.description && <p lang={lang}>{module.description}</p>}
      {chapters.length === 0 && <p className={styles.caption}>{t("catalogue.noChapters")}</p>}
      <ol>
        {chapters.map((chapter) => (
          <li key={chapter.id}>
            <span lang={lang}>{chapter.title}</span>
            <span className={styles.caption}>
              {t("catalogue.lessons", { count: chapter.lessonCount })}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
