// When a learner is asked what they think of a course: once, as soon as it is complete. The server knows whether they
// were asked; until it has noted so, no dialog opens. Later they may come back to it by themselves.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSession } from "web-shared/api/session";
import { reviewedQuery, useAsked } from "./api";

/** A subscription, as far as its end goes. */
export interface Completion {
  subscriptionId: number;
  courseId: number;
  completed: boolean;
  completionNotified: boolean;
}

export interface CourseReviewState {
  opened: boolean;
  /** The course is complete and this reader has not reviewed it yet. */
  welcome: boolean;
  open: () => void;
  close: () => void;
}

export function useCourseReview(of: Completion): CourseReviewState {
  const userId = useSession()?.user.id;
  const [opened, setOpened] = useState(false);
  const { isSuccess: asking, mutate: ask } = useAsked();
  const reviewed = useQuery({
    ...reviewedQuery(userId ?? 0),
    enabled: of.completed && userId !== undefined,
  });
  const done = reviewed.data?.includes(of.courseId);
  const due = of.completed && !of.completionNotified;
  const { subscriptionId } = of;

  useEffect(() => {
    if (due) ask(subscriptionId);
  }, [due, subscriptionId, ask]);

  const now = asking && !reviewed.isPending && !done;
  useEffect(() => {
    if (now) setOpened(true);
  }, [now]);

  return {
    opened,
    welcome: of.completed && done === false,
    open: () => setOpened(true),
    close: () => setOpened(false),
  };
}
