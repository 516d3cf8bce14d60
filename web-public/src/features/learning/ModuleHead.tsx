// The wall of a module: the way back to the course, and how far the reader is: an arch per module that was bought.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { subscriptionQuery } from "web-shared/api/subscriptions";
import { percent } from "web-shared/format/format";
import { Arcade } from "web-shared/ui/Arcade";
import { ClassLink } from "web-shared/ui/ClassFacts";
import { PageHeader } from "web-shared/ui/Page";
import styles from "./ModulePage.module.css";
import { courseOf, seenOf } from "./module";
import type { Module } from "./moduleApi";
import { WhyPercent } from "./WhyPercent";

export function ModuleHead({ module }: { module: Module }) {
  const { t } = useTranslation();
  return (
    <PageHeader
      crumbs={
        <nav aria-label={t("catalogue.crumbs")} className={styles.crumbs}>
          <Link to="/profile/subscriptions">{t("learning.module.mine")}</Link> {"/ "}
          <Link to={courseOf(module)} lang="fr">
            {module.courseName}
          </Link>
        </nav>
      }
      title={<span lang="fr">{module.title}</span>}
      lead={<Class module={module} />}
      aside={<ModuleProgress module={module} />}
    />
  );
}

function Class({ module }: { module: Module }) {
  const { data } = useQuery(subscriptionQuery(module.subscriptionId));
  return data?.meetingUrl ? <ClassLink subscription={data} as="span" /> : null;
}

function ModuleProgress({ module }: { module: Module }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(subscriptionQuery(module.subscriptionId));
  const { moduleId, percent: done } = module;
  // Of this module the page itself knows more; without the others it stands alone.
  const each = data?.modules.map((one) => (one.moduleId === moduleId ? done : one.percent));
  const scope = t("learning.module.ofModule", { number: module.position });
  return (
    <div className={styles.progress}>
      {!isPending && (
        <Arcade percent={done} modules={each ?? [done]} label={`${percent(done)} ${scope}`} />
      )}
      <p>
        <span className="num">{percent(done)}</span>
        <span className="caption muted">{scope}</span>
      </p>
      <WhyPercent
        percent={done}
        parts={module.chapters.map((chapter) => ({
          title: chapter.title,
          percent: chapter.percent,
          viewed: seenOf(chapter),
          lessons: chapter.lessons.length,
        }))}
        completed={module.completed}
        lang="fr"
      />
    </div>
  );
}
