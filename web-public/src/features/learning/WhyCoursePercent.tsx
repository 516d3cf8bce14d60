// Why the progress in a course is what it is: its granted modules one by one. What was viewed is asked for once somebody
// wants to know.
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Course } from "web-shared/api/courses";
import type { Subscription } from "web-shared/api/subscriptions";
import { FailedState } from "web-shared/ui/Scene";
import { viewedQuery } from "./api";
import { type CountedPart, WhyPercent } from "./WhyPercent";

interface WhyCoursePercentProps {
  subscription: Subscription;
  /** Says how many lessons there are. */
  course: Course | undefined;
  lang: string;
}

export function WhyCoursePercent({ subscription, course, lang }: WhyCoursePercentProps) {
  const { t } = useTranslation();
  const { id, modules, moduleIds, progressionPercentage, displayStatus } = subscription;
  const [asked, setAsked] = useState(false);
  const viewed = useQueries({
    queries: modules.map(({ moduleId }) => ({ ...viewedQuery(id, moduleId), enabled: asked })),
  });
  if (!course) return null;
  const failed = viewed.filter(({ error }) => error);
  const parts = modules.flatMap(({ moduleId, title, percent }, at): CountedPart[] => {
    const lessons = lessonsOf(course, moduleId);
    const seen = viewed[at]?.data?.length;
    return seen === undefined ? [] : [{ title, percent, viewed: seen, lessons }];
  });
  return (
    <WhyPercent
      percent={progressionPercentage}
      parts={parts.length === modules.length ? parts : undefined}
      completed={displayStatus === "COMPLETED"}
      partial={moduleIds.length > 0}
      lang={lang}
      onOpen={() => setAsked(true)}
    >
      {failed.length > 0 && (
        <FailedState
          what={t("why.failed")}
          error={failed[0]?.error}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
        />
      )}
    </WhyPercent>
  );
}

function lessonsOf(course: Course, moduleId: number): number {
  const chapters = course.modules.find(({ id }) => id === moduleId)?.chapters ?? [];
  return chapters.reduce((sum, { lessonCount }) => sum + lessonCount, 0);
}
