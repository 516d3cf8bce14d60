// What both pages of a learner ask for and send: chapters, one's own review of a course, that one was asked for it.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, rows, unwrap } from "web-shared/api/client";
import { useSendOnce } from "web-shared/api/sendOnce";
import { SUBSCRIPTIONS } from "web-shared/api/subscriptions";

export function chaptersQuery(moduleId: number) {
  return queryOptions({
    queryKey: ["chapters", { moduleId }],
    queryFn: () =>
      unwrap(api.GET("/chapters/module/{moduleId}", { params: { path: { moduleId } } })),
  });
}

/** The ids of the lessons of a module that count as viewed. */
export function viewedQuery(subscriptionId: number, moduleId: number) {
  return queryOptions({
    queryKey: [SUBSCRIPTIONS, { id: subscriptionId }, { moduleId }, "viewed"],
    queryFn: () =>
      unwrap(
        api.GET("/progress/module/viewed-lessons", {
          params: { query: { subscriptionId, moduleId } },
        }),
      ),
  });
}

const REVIEWS = "reviews";

/** The courses this person has reviewed. */
export function reviewedQuery(userId: number) {
  return queryOptions({
    queryKey: [REVIEWS, userId],
    queryFn: async () => {
      const own = unwrap(api.GET("/comments/user/{id}", { params: { path: { id: userId } } }));
      return rows(await own).map((comment) => comment.courseId);
    },
  });
}

export interface Review {
  courseId: number;
  message: string;
  rating: number;
}

/** Sends a review once. */
export function useSendReview() {
  const queries = useQueryClient();
  return useSendOnce(async (review: Review, key: string) => {
    const headers = { "Idempotency-Key": key };
    await unwrap(api.POST("/comments", { headers, body: review }));
    void queries.invalidateQueries({ queryKey: [REVIEWS] });
  });
}

/** Tells the school's server that the learner of a completed course is being asked for a review. */
export function useAsked() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (subscriptionId: number) =>
      unwrap(api.POST("/email/course-completion-notification", { body: { subscriptionId } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: [SUBSCRIPTIONS] }),
  });
}
