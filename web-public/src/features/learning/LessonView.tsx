// A lesson as its learner reads it: what belongs to it, then the way on.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useSession } from "web-shared/api/session";
import { LessonContent } from "web-shared/ui/lesson/LessonContent";
import type { Attempt, Attempts } from "web-shared/ui/lesson/LessonQuiz";
import { LessonSteps } from "./LessonSteps";
import { ModuleDone } from "./ModuleDone";
import { onward, type Place } from "./module";
import { correctQuiz, lessonQuery, type Module, quizzesQuery, resourcesQuery } from "./moduleApi";
import type { Views } from "./useModule";

/** What revision adds to a lesson. */
export interface Revision {
  /** Below its title: keeps a word of it. */
  words: (lessonId: number, language: string) => ReactNode;
  /** Below a quiz with mistakes: how many questions come back. */
  mistakes: (count: number) => ReactNode;
}

interface LessonViewProps {
  module: Module;
  place: Place;
  views: Views;
  attempts: Attempts;
  onAttempt: (quizId: number, attempt: Attempt) => void;
  revision?: Revision | undefined;
}

export function LessonView({ module, place, views, attempts, ...props }: LessonViewProps) {
  const { lesson, next } = place;
  const { onAttempt } = props;
  // Whoever looks in has no cards of it.
  const own = useSession()?.user.id === module.learnerId;
  const revision = own ? props.revision : undefined;
  const heading = useArrival(lesson.id);
  const text = useQuery(lessonQuery(lesson.id));
  const resources = useQuery(resourcesQuery(lesson.id));
  const quizzes = useQuery(quizzesQuery(lesson.id));
  usePrefetch((next ?? onward(module, place)?.lesson)?.id, text.isSuccess);

  return (
    <LessonContent
      language={module.languageCode}
      text={text}
      resources={resources}
      quizzes={quizzes}
      attempts={attempts}
      onAttempt={onAttempt}
      correct={(quizId, answers) => correctQuiz(quizId, module.subscriptionId, answers)}
      labelledBy="lesson"
      heading={
        <>
          <h2 id="lesson" ref={heading} tabIndex={-1} lang="fr">
            {lesson.title}
          </h2>
          {revision?.words(lesson.id, module.languageCode)}
        </>
      }
      afterQuiz={(result) => {
        const missed = result.results.filter(({ outcome }) => outcome !== "right").length;
        return missed > 0 && revision?.mistakes(missed);
      }}
    >
      <LessonSteps key={lesson.id} module={module} place={place} views={views} />
      <ModuleDone module={module} />
    </LessonContent>
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
