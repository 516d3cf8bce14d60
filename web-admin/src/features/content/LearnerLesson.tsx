// One lesson as its learner reads it. Its quizzes are answered and corrected; nothing of that is kept.
import { useState } from "react";
import { LessonContent } from "web-shared/ui/lesson/LessonContent";
import type { Attempts } from "web-shared/ui/lesson/LessonQuiz";
import type { Part } from "web-shared/ui/lesson/types";
import { platform } from "../../platform/platform";
import { useTaught } from "./course";
import { correctQuiz, type Lesson, quizzes, resources } from "./kinds";
import { useRows } from "./rows";

export interface LearnerLessonProps {
  lesson: Lesson;
  /** The lessons of its chapter. */
  lessons: Part<Lesson[]>;
}

export function LearnerLesson({ lesson, lessons }: LearnerLessonProps) {
  const files = useRows(resources, lesson.id);
  const tests = useRows(quizzes, lesson.id);
  const [attempts, setAttempts] = useState<Attempts>({});
  return (
    <LessonContent
      language={useTaught()}
      text={textOf(lesson, lessons)}
      resources={files}
      quizzes={tests}
      attempts={attempts}
      onAttempt={(quizId, attempt) => setAttempts((all) => ({ ...all, [quizId]: attempt }))}
      correct={correctQuiz}
      level="h4"
      outside={platform.app !== null}
    />
  );
}

/** It came with the other lessons of its chapter. */
export function textOf(lesson: Lesson, lessons: Part<Lesson[]>): Part<Lesson> {
  const own = (all: Lesson[] | undefined) => all?.find(({ id }) => id === lesson.id);
  return {
    data: lesson,
    error: null,
    refetch: async (options) => ({ data: own((await lessons.refetch(options)).data) }),
  };
}
