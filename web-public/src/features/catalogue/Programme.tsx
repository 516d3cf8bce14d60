// The programme of a course: one box, a numbered niche per module, its chapters inside.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Course, type CourseModule, textsLanguage } from "web-shared/api/courses";
import { price } from "web-shared/format/format";
import { FormerPrice } from "web-shared/ui/FormerPrice";
import { Icon } from "web-shared/ui/Icon";
import type { ModulePrice } from "web-shared/ui/WhyPrice";
import styles from "./Course.module.css";

interface ProgrammeProps {
  course: Course;
  /** What its modules cost whoever starts on the chosen day; null: their whole prices. */
  prices: ModulePrice[] | null;
}

export function Programme({ course, prices }: ProgrammeProps) {
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
          <Module
            key={module.id}
            module={module}
            number={at + 1}
            price={prices?.find(({ moduleId }) => moduleId === module.id)}
            course={course}
          />
        ))}
      </div>
    </section>
  );
}

interface ModuleProps {
  module: CourseModule;
  number: number;
  /** Where it may not be its whole price. */
  price: ModulePrice | undefined;
  course: Course;
}

function Module({ module, number, price: late, course }: ModuleProps) {
  const { t } = useTranslation();
  const lang = textsLanguage(course);
  return (
    <details open={number === 1} data-over={late?.sessionsLeft === 0 || undefined}>
      <summary>
        <span className={styles.number}>{number}</span>
        <span>
          <b lang={lang}>{module.title}</b>
          <span className={styles.caption}>
            {t("catalogue.chapters", { count: module.chapters?.length ?? 0 })}
            {late?.sessions && late.sessionsLeft
              ? ` · ${t("price.coming", { count: late.sessionsLeft, sessions: late.sessions })}`
              : null}
          </span>
        </span>
        {!course.free && <Price module={module} late={late} />}
        <Icon name="caret-down-bold" />
      </summary>
      <Chapters module={module} lang={lang} />
    </details>
  );
}

function Price({ module, late }: { module: CourseModule; late: ModulePrice | undefined }) {
  const { t } = useTranslation();
  if (late?.sessionsLeft === 0) {
    return <span className={styles.caption}>{t("price.ended")}</span>;
  }
  return (
    <span className={`num ${styles.modulePrice}`}>
      {price(late?.amount ?? module.price)}
      {late && late.amount < late.full && <FormerPrice full={late.full} />}
    </span>
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
