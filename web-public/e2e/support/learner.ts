// The demo student and their subscriptions: one course under way, one completed, one over.
import type { Page } from "@playwright/test";
import { Caller } from "./api.ts";
import { password, type School } from "./school.ts";
import { enter } from "./visitor.ts";

export const STUDENT = "student@preau.test";

export interface Subscription {
  id: number;
  courseId: number;
  courseName: string;
  /** Empty: the whole course. */
  moduleIds: number[];
  modules: { moduleId: number; title: string }[];
  nextModuleId: number | null;
  displayStatus: Status;
}

export type Status = "ACTIVE" | "COMPLETED" | "EXPIRED";

export const demoStudent = (url: string) => new Caller(url).signIn(STUDENT, password);

export async function subscriptionOf(student: Caller, status: Status): Promise<Subscription> {
  const { id } = await student.ok("GET", "/users/me");
  const all: Subscription[] = await student.ok("GET", `/subscriptions/user/${id}`);
  const found = all.find((one) => one.displayStatus === status);
  if (!found) throw new Error(`no subscription is ${status}`);
  return found;
}

/** The page of a subscription's modules; `listed` narrows what it shows. */
export function modulesOf({ id, courseId }: Subscription, listed = ""): string {
  return `/courses-modules?id=${courseId}&modules=${listed}&subscriptionId=${id}`;
}

/** The page of one module. */
export function moduleOf({ id }: Subscription, moduleId: number | null): string {
  return `/online-course-modules-chapiters?moduleId=${moduleId}&subscriptionId=${id}`;
}

/** Enters as the student; answers the subscription with this status and the page of its modules. */
export async function arrive(page: Page, school: School, status: Status) {
  const student = await demoStudent(school.url);
  await enter(page, student);
  const subscription = await subscriptionOf(student, status);
  const address = modulesOf(subscription, subscription.moduleIds.join(","));
  return { student, subscription, address };
}

/** Opens the first lesson of the only subscription: from then on it has been used. */
export async function openFirstLesson(learner: Caller): Promise<void> {
  const { id, modules } = await subscriptionOf(learner, "ACTIVE");
  const path = `/progress/module?subscriptionId=${id}&moduleId=${modules[0]?.moduleId}`;
  const { chapters } = await learner.ok("GET", path);
  const lessonId = chapters[0].lessons[0].id;
  await learner.ok("POST", `/progress/view?subscriptionId=${id}&lessonId=${lessonId}`);
}
