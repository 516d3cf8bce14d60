// The subscriptions of the person who is signed in: one call for the whole screen.
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { CourseType } from "web-shared/api/courses";

export type DisplayStatus = "ACTIVE" | "COMPLETED" | "EXPIRED";

export interface Subscription {
  id: number;
  courseId: number;
  courseName: string;
  courseType: CourseType;
  languageCode: string;
  level: string;
  /** Empty: the whole course. */
  moduleIds: number[];
  moduleTitles: string[];
  totalCourseModules: number;
  subscriptionDate: string;
  accessExpiresAt: string;
  displayStatus: DisplayStatus;
  canAccess: boolean;
  /** Null when it could not be computed. */
  progressionPercentage: number | null;
  nextModuleTitle: string | null;
}

export function subscriptionsQuery(userId: number) {
  return queryOptions({
    queryKey: ["subscriptions", userId],
    queryFn: (): Promise<Subscription[]> =>
      unwrap(api.GET("/subscriptions/user/{userId}", { params: { path: { userId } } })),
  });
}
