// A module and its open lesson, side by side; on a phone the chapters come after the lesson.
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "web-shared/api/session";
import type { Attempts } from "web-shared/ui/lesson/LessonQuiz";
import { Page, PageBody } from "web-shared/ui/Page";
import { EmptyState, Note } from "web-shared/ui/Scene";
import { CourseReview } from "./CourseReview";
import { LessonView, type Revision } from "./LessonView";
import { ModuleHead } from "./ModuleHead";
import styles from "./ModulePage.module.css";
import { ModuleSidebar } from "./ModuleSidebar";
import { courseOf, type Place } from "./module";
import type { Module } from "./moduleApi";
import { useCourseReview } from "./useCourseReview";
import { useOpenLesson, useViews } from "./useModule";

interface ModuleLessonsProps {
  module: Module;
  revision: Revision | undefined;
}

export function ModuleLessons({ module, revision }: ModuleLessonsProps) {
  const { t } = useTranslation();
  const { place, unknown } = useOpenLesson(module);
  const title = place ? `${place.lesson.title} · ${module.title}` : module.title;
  return (
    <Page title={title}>
      <div data-language={module.languageCode}>
        <ModuleHead module={module} />
        <PageBody>
          {unknown && (
            <div className={styles.unknown} role="status">
              <Note>{t("learning.module.unknownLesson")}</Note>
            </div>
          )}
          {place ? (
            <Walk module={module} place={place} revision={revision} />
          ) : (
            <WithoutLessons module={module} />
          )}
        </PageBody>
      </div>
      <Review module={module} />
    </Page>
  );
}

const NARROW = "(max-width: 61.25em)";

function Walk({ module, place, revision }: ModuleLessonsProps & { place: Place }) {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const views = useViews(module, place.lesson.id);
  const [attempts, setAttempts] = useState<Attempts>({});
  const chapters = <ModuleSidebar module={views.shown} current={place.lesson.id} />;
  return (
    <div className={styles.columns}>
      {!narrow && chapters}
      <LessonView
        module={module}
        place={place}
        views={views}
        attempts={attempts}
        revision={revision}
        onAttempt={(quizId, attempt) => setAttempts((all) => ({ ...all, [quizId]: attempt }))}
      />
      {narrow && chapters}
    </div>
  );
}

function WithoutLessons({ module }: { module: Module }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      scene="table-livres"
      action={
        <Button component={Link} to={courseOf(module)}>
          {t("learning.module.toCourse")}
        </Button>
      }
    >
      {t("learning.module.noLessons")}
    </EmptyState>
  );
}

/** Asked once, when the last lesson of the course has been opened. */
function Review({ module }: { module: Module }) {
  const { subscriptionId, courseId, courseName, course } = module;
  const { completed, completionNotified } = course;
  const own = useSession()?.user.id === module.learnerId;
  const review = useCourseReview({
    subscriptionId,
    courseId,
    completed: own && completed,
    completionNotified,
  });
  const subscription = { courseId, courseName };
  return <CourseReview subscription={subscription} opened={review.opened} onClose={review.close} />;
}
