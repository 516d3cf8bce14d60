// What the page of a course's modules looks like, whoever reads it: the wall with its title, the modules, and beside
// them the landscape of the course above what else there is to say.

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CourseType } from "web-shared/api/courses";
import { labelOf, useLanguages } from "web-shared/taughtLanguages";
import { Page, PageBody, PageHeader } from "web-shared/ui/Page";
import { Plaque, Tag } from "web-shared/ui/Tag";
import { Vue } from "web-shared/ui/Vue";
import styles from "./CourseModules.module.css";

interface CourseModulesFrameProps {
  course: { name: string; lang: string; language: string; level: string; type: CourseType };
  /** The way back. */
  from: { to: string; name: string };
  /** How the reader stands with it, in tags. */
  standing?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  /** Under the landscape. */
  side?: ReactNode;
  children: ReactNode;
}

export function CourseModulesFrame(props: CourseModulesFrameProps) {
  const { t } = useTranslation();
  const { course, from, standing, aside, side, children } = props;
  const language = useLanguages().of(course.language);
  return (
    <Page title={course.name}>
      <div data-language={language?.code}>
        <PageHeader
          crumbs={
            <nav aria-label={t("catalogue.crumbs")}>
              <Link to={from.to}>{from.name}</Link>
            </nav>
          }
          title={<span lang={course.lang}>{course.name}</span>}
          lead={
            <span className={styles.tags}>
              <Tag tone="accent">
                {language ? labelOf(language) : course.language} {course.level}
              </Tag>
              <Tag>{t(`courseType.${course.type}`)}</Tag>
              {standing}
            </span>
          }
          aside={aside}
        />
        <PageBody>
          <div className={styles.columns}>
            <div>{children}</div>
            <aside className={styles.side}>
              <div className={styles.picture}>
                <Plaque level={course.level} />
                <Vue language={course.language} level={course.level} />
              </div>
              {side}
            </aside>
          </div>
        </PageBody>
      </div>
    </Page>
  );
}
