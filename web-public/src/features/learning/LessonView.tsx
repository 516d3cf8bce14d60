// One lesson: its videos, its text, what goes with it, its quiz. Each part comes, or fails, on its own.
import { Button } from "@mantine/core";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { RichText } from "web-shared/ui/RichText";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { LessonMedia } from "./LessonMedia";
import { type Attempt, LessonQuiz } from "./LessonQuiz";
import { LessonSteps } from "./LessonSteps";
import styles from "./LessonView.module.css";
import { ModuleDone } from "./ModuleDone";
import { LinesSkeleton } from "./ModuleSkeleton";
import { onward, type Place } from "./module";
import {
  type LessonText,
  lessonQuery,
  type Module,
  type Quiz,
  quizzesQuery,
  type Resource,
  resourcesQuery,
} from "./moduleApi";
import { shelve } from "./resources";
import type { Views } from "./useModule";
import { VideoPlayer } from "./VideoPlayer";

/** What the reader has answered, by quiz. */
export type Attempts = Record<number, Attempt>;

interface LessonViewProps {
  module: Module;
  place: Place;
  views: Views;
  attempts: Attempts;
  onAttempt: (quizId: number, attempt: Attempt) => void;
}

export function LessonView({ module, place, views, attempts, onAttempt }: LessonViewProps) {
  const { lesson, next } = place;
  const heading = useArrival(lesson.id);
  const text = useQuery(lessonQuery(lesson.id));
  const resources = useQuery(resourcesQuery(lesson.id));
  const quizzes = useQuery(quizzesQuery(lesson.id));
  usePrefetch((next ?? onward(module, place)?.lesson)?.id, text.isSuccess);
  const { videos, media, links } = shelve(resources.data ?? []);

  return (
    <article className={styles.lesson} aria-labelledby="lesson">
      {videos.map((video) => (
        <VideoPlayer key={video.resource.id} video={video} language={module.languageCode} />
      ))}
      <h2 id="lesson" ref={heading} tabIndex={-1} lang="fr">
        {lesson.title}
      </h2>
      <Text of={text} alone={resources.data?.length === 0 && quizzes.data?.length === 0} />
      <LessonMedia media={media} language={module.languageCode} />
      <Links of={resources} links={links} />
      <Quizzes of={quizzes}>
        {(quiz) => (
          <LessonQuiz
            key={quiz.id}
            quiz={quiz}
            module={module}
            attempt={attempts[quiz.id]}
            onAttempt={(attempt) => onAttempt(quiz.id, attempt)}
          />
        )}
      </Quizzes>
      <LessonSteps key={lesson.id} module={module} place={place} views={views} />
      <ModuleDone module={module} />
    </article>
  );
}

/** The heading of the lesson: it takes the focus when another lesson opens. */
function useArrival(lessonId: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const open = useRef(lessonId);
  useEffect(() => {
    if (open.current === lessonId) return;
    open.current = lessonId;
    heading.current?.focus({ preventScroll: true });
  }, [lessonId]);
  return heading;
}

/** What comes next is there when it is asked for. */
function usePrefetch(lessonId: number | undefined, ready: boolean) {
  const queries = useQueryClient();
  useEffect(() => {
    if (lessonId === undefined || !ready) return;
    void queries.prefetchQuery(lessonQuery(lessonId));
    void queries.prefetchQuery(resourcesQuery(lessonId));
    void queries.prefetchQuery(quizzesQuery(lessonId));
  }, [lessonId, ready, queries]);
}

/** `alone`: nothing else belongs to the lesson. */
function Text({ of, alone }: { of: UseQueryResult<LessonText>; alone: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = of;
  if (data?.content) {
    return <RichText html={data.linkedContent ?? data.content} className={styles.text} />;
  }
  if (data) return alone ? <p className="muted">{t("learning.module.emptyLesson")}</p> : null;
  if (error) {
    return (
      <FailedState
        what={t("learning.module.lessonFailed")}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Waiting>
      <LinesSkeleton />
    </Waiting>
  );
}

const SIGNS = { PDF: "file-pdf", LINK: "link-simple", VIDEO: "play-fill" } as const;

function Links({ of, links }: { of: UseQueryResult<Resource[]>; links: Resource[] }) {
  const { t } = useTranslation();
  if (of.error && !of.data) {
    return (
      <FailedState
        what={t("learning.module.resourcesFailed")}
        error={of.error}
        onRetry={() => void of.refetch()}
      />
    );
  }
  if (links.length === 0) return null;
  return (
    <ul className={styles.links} aria-label={t("learning.module.resources")}>
      {links.map(({ id, title, url, link, type }) => (
        <li key={id}>
          <Button
            component="a"
            href={link ?? url}
            target="_blank"
            rel="noopener noreferrer"
            variant="outline"
            size="sm"
            leftSection={<Icon name={SIGNS[type]} size={20} />}
          >
            <span lang="fr">{title}</span>
            <span className="hidden"> {t("learning.module.newTab")}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface QuizzesProps {
  of: UseQueryResult<Quiz[]>;
  children: (quiz: Quiz) => React.ReactNode;
}

function Quizzes({ of, children }: QuizzesProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = of;
  if (data) return data.map(children);
  if (!error) return null;
  return (
    <FailedState
      what={t("learning.module.quizFailed")}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
