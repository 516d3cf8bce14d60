// The modules of a class: how far one is in the lessons of each, and when it is met for.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type OwnSession, ownSessionsQuery } from "web-shared/api/classSessions";
import { lessonAddress, modulesAddress, type Subscription } from "web-shared/api/subscriptions";
import { day, percent } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Class.module.css";
import type { ClassProps } from "./ClassPage";

type Module = Subscription["modules"][number];

export function ClassModules({ subscription }: ClassProps) {
  const { t } = useTranslation();
  const { data } = useQuery(ownSessionsQuery(subscription.id));
  const planned = data?.sessions.filter(({ status }) => status === "PLANNED") ?? [];
  return (
    <section id="modules">
      <div className={styles.head}>
        <h2>{t("classroom.modules")}</h2>
        <Link to={modulesAddress(subscription)}>{t("classroom.allLessons")}</Link>
      </div>
      <ol className={styles.modules}>
        {subscription.modules.map((module, at) => (
          <li key={module.moduleId}>
            <Arch module={module} place={at + 1} />
            <div>
              <b lang="fr">{module.title}</b>
              <Facts
                module={module}
                sessions={planned.filter(({ moduleId }) => moduleId === module.moduleId)}
              />
            </div>
            <Continue subscription={subscription} module={module} />
            <span className={`num ${styles.percent}`}>{percent(module.percent)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Arch({ module, place }: { module: Module; place: number }) {
  const { completed, percent: done } = module;
  return (
    <span
      className={styles.arch}
      data-state={completed ? "done" : done > 0 ? "begun" : undefined}
      aria-hidden="true"
    >
      <span style={{ height: `${completed ? 100 : done}%` }} />
      <b>{completed ? <Icon name="check-bold" /> : place}</b>
    </span>
  );
}

/** "Terminé · 4 séances, du 23 nov. au 3 déc." */
function Facts({ module, sessions }: { module: Module; sessions: OwnSession[] }) {
  const { t } = useTranslation();
  const first = sessions[0]?.date;
  const last = sessions.at(-1)?.date;
  const parts = [
    module.completed && t("classroom.moduleDone"),
    module.opensOn && t("classroom.moduleOpens", { day: day(module.opensOn, "medium") }),
    first &&
      last &&
      t("classroom.moduleSessions", {
        count: sessions.length,
        from: day(first, "medium"),
        to: day(last, "medium"),
      }),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <span className={styles.caption}>{parts.join(" · ")}</span>;
}

function Continue({ subscription, module }: { subscription: Subscription; module: Module }) {
  const { t } = useTranslation();
  const { id, resume, canAccess } = subscription;
  if (!canAccess || !resume || resume.moduleId !== module.moduleId) return null;
  return (
    <Button
      component={Link}
      to={lessonAddress(id, resume)}
      variant="light"
      size="sm"
      aria-label={t("classroom.continueNamed", { module: module.title })}
    >
      {t("classroom.continue")}
    </Button>
  );
}
