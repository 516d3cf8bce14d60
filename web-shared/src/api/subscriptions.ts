// The subscriptions of a learner: the list, the page of a course and that of a module ask for the same ones.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import type { components } from "./schema";

export type Subscription = components["schemas"]["Subscription"];
export type DisplayStatus = Subscription["displayStatus"];

/** Whatever changes how far a learner has come makes everything under this key old. */
export const SUBSCRIPTIONS = "subscriptions";

export function subscriptionsQuery(userId: number) {
  return queryOptions({
    queryKey: [SUBSCRIPTIONS, userId],
    queryFn: () =>
      unwrap(api.GET("/subscriptions/user/{userId}", { params: { path: { userId } } })),
  });
}

export function subscriptionQuery(id: number) {
  return queryOptions({
    queryKey: [SUBSCRIPTIONS, { id }],
    queryFn: () => unwrap(api.GET("/subscriptions/{id}", { params: { path: { id } } })),
  });
}

/** A lesson of a subscription. */
export function lessonAddress(
  subscriptionId: number,
  { moduleId, lessonId }: { moduleId: number; lessonId: number },
): string {
  return `/online-course-modules-chapiters?moduleId=${moduleId}&subscriptionId=${subscriptionId}&lesson=${lessonId}`;
}

type Named = Pick<Subscription, "id" | "courseId" | "moduleIds">;

/** The page of a subscription: its modules and how far each has come. */
export function modulesAddress({ id, courseId, moduleIds }: Named): string {
  return `/courses-modules?id=${courseId}&modules=${moduleIds.join(",")}&subscriptionId=${id}`;
}
