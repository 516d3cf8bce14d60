// From lesson to lesson, and over the end of a chapter. One goes on when the server knows that the lesson was opened.
import { Button } from "@mantine/core";
import { type MouseEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import { ChapterEnd, NotYet, Onward } from "./ChapterEnd";
import styles from "./LessonSteps.module.css";
import { moduleSearch, type Neighbour, type Place } from "./module";
import type { Module } from "./moduleApi";
import type { Views } from "./useModule";

interface LessonStepsProps {
  module: Module;
  place: Place;
  views: Views;
}

export function LessonSteps({ module, place, views }: LessonStepsProps) {
  const { t } = useTranslation();
  const { previous, next } = place;
  const back = previous && <Previous module={module} place={place} to={previous} />;
  return (
    <nav className={styles.steps} aria-label={t("learning.module.steps")}>
      {views.failed && !place.lesson.viewed && (
        <div role="status">
          <Note tone="warning">
            <p>{t("learning.module.notNoted")}</p>
            <Button variant="outline" size="sm" mt={10} onClick={views.retry}>
              {t("common.retry")}
            </Button>
          </Note>
        </div>
      )}
      {next ? (
        <div className={styles.row}>
          {back}
          <Next to={moduleSearch(module, next.id)} ready={views.guest || place.lesson.viewed} />
        </div>
      ) : views.guest ? (
        <>
          <div className={styles.row}>{back}</div>
          <Onward module={module} place={place} />
        </>
      ) : (
        <ChapterEnd module={module} place={place} end={views.end} back={back} />
      )}
    </nav>
  );
}

function Previous({ module, place, to }: { module: Module; place: Place; to: Neighbour }) {
  const { t } = useTranslation();
  const crosses = to.chapter !== place.chapter;
  return (
    <div className={styles.back}>
      <Button
        component={Link}
        to={moduleSearch(module, to.lesson.id)}
        onClick={onlyOnce}
        variant="outline"
        leftSection={<Icon name="arrow-left" />}
      >
        {t("learning.module.previous")}
      </Button>
      {crosses && (
        <span className="caption muted">
          {t("learning.module.inChapter", { number: to.number })}{" "}
          <span lang="fr">{to.chapter.title}</span>
        </span>
      )}
    </div>
  );
}

function Next({ to, ready }: { to: string; ready: boolean }) {
  const { t } = useTranslation();
  const reason = useId();
  const arrow = <Icon name="arrow-right" />;
  if (ready) {
    return (
      <Button component={Link} to={to} onClick={onlyOnce} rightSection={arrow}>
        {t("learning.module.next")}
      </Button>
    );
  }
  return (
    <>
      <Button disabled aria-describedby={reason} rightSection={arrow}>
        {t("learning.module.next")}
      </Button>
      <NotYet id={reason} />
    </>
  );
}

/** The second of two quick clicks is not meant for what the first one has opened. */
function onlyOnce(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
