// Under the last lesson of a chapter: it is finished, which marks what was left out as viewed, and leads to the next one.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note } from "web-shared/ui/Scene";
import styles from "./LessonSteps.module.css";
import { moduleSearch, onward, type Place, unseenOf } from "./module";
import type { Module } from "./moduleApi";
import type { Views } from "./useModule";

const WORDS = {
  already: "learning.module.chapterOver",
  marked: "learning.module.chapterFinished",
  now: "learning.module.chapterDoneNow",
} as const;

interface ChapterEndProps {
  module: Module;
  place: Place;
  end: Views["end"];
  /** The way to the lesson before. */
  back: ReactNode;
}

export function ChapterEnd({ module, place, end, back }: ChapterEndProps) {
  const { t } = useTranslation();
  const reason = useId();
  const { chapter, lesson } = place;
  const [finishedBefore] = useState(chapter.completed); // when the lesson was opened
  const [said, setSaid] = useState<keyof typeof WORDS | null>(null);
  const marking = useMutation({ mutationFn: end, onSuccess: () => setSaid("marked") });

  function finish(event?: MouseEvent) {
    if (event && event.detail > 1) return;
    if (unseenOf(chapter).length > 0) marking.mutate(chapter.id);
    else setSaid(finishedBefore || said ? "already" : "now");
  }

  const over = said !== null || finishedBefore;
  return (
    <>
      <div className={styles.row}>
        {back}
        <Button
          variant={over ? "outline" : "filled"}
          disabled={!lesson.viewed}
          loading={marking.isPending}
          aria-describedby={lesson.viewed ? undefined : reason}
          onClick={finish}
        >
          {t("learning.module.finishChapter")}
        </Button>
        {!lesson.viewed && <NotYet id={reason} />}
      </div>
      <div role="status">{said && <Note tone="success">{t(WORDS[said])}</Note>}</div>
      {marking.error && <FailedState error={marking.error} onRetry={() => finish()} />}
      {over && <Onward module={module} place={place} />}
    </>
  );
}

/** Past the chapter: to the next one, or back to what was left out. */
export function Onward({ module, place }: { module: Module; place: Place }) {
  const { t } = useTranslation();
  const to = onward(module, place);
  if (!to) return null;
  const following = to.number > place.number;
  return (
    <div className={styles.onward}>
      {!following && <p>{t("learning.module.left", { count: to.left })}</p>}
      <Button
        component={Link}
        to={moduleSearch(module, to.lesson.id)}
        variant={module.completed ? "outline" : "filled"}
        rightSection={<Icon name="arrow-right" />}
      >
        <span>
          {t(following ? "learning.module.nextChapter" : "learning.module.leftOut")}{" "}
          <span lang="fr">{following ? to.chapter.title : to.lesson.title}</span>
        </span>
      </Button>
    </div>
  );
}

/** Why one cannot go on. */
export function NotYet({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <span id={id} className="hidden">
      {t("learning.module.notYet")}
    </span>
  );
}
