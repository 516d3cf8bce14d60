// The module is complete: its arch is lit, and the way leads to the next module or back to the course.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import styles from "./ModuleDone.module.css";
import { courseOf, moduleSearch } from "./module";
import type { Module } from "./moduleApi";

export function ModuleDone({ module }: { module: Module }) {
  const [before] = useState(module.completed); // when the page was opened
  return <div role="status">{module.completed && <Banner module={module} fresh={!before} />}</div>;
}

/** `fresh`: it has just been completed, and the arch fills before the reader's eyes. */
function Banner({ module, fresh }: { module: Module; fresh: boolean }) {
  const { t } = useTranslation();
  const { nextModule, subscriptionId } = module;
  return (
    <section className={styles.done}>
      <span className={styles.arch} data-fresh={fresh || undefined}>
        <span />
        <Icon name="check-bold" size={28} />
      </span>
      <div>
        <p className={styles.words}>{t("learning.module.done")}</p>
        <div className={styles.ways}>
          {nextModule && (
            <Button
              component={Link}
              to={moduleSearch({ subscriptionId, moduleId: nextModule.moduleId })}
              rightSection={<Icon name="arrow-right" />}
            >
              <span>
                {t("learning.module.nextModule")} <span lang="fr">{nextModule.title}</span>
              </span>
            </Button>
          )}
          <Button
            component={Link}
            to={courseOf(module)}
            variant={nextModule ? "outline" : "filled"}
          >
            {t("learning.module.toCourse")}
          </Button>
        </div>
      </div>
    </section>
  );
}
