// What the signed-in reader has of a course already: the quote of the whole course leaves it out.

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import type { Course } from "web-shared/api/courses";
import { hasCode } from "web-shared/api/problem";
import { useSession } from "web-shared/api/session";
import { ownedModules } from "./selection";

export function useOwned(course: Course): { all: boolean; modules: number[] } {
  const reader = useSession()?.user.id;
  const { data, error } = useQuery({
    queryKey: ["checkout", "quote", "owned", course.id, reader],
    queryFn: () =>
      unwrap(api.POST("/checkout/quote", { body: { courseId: course.id, reservedModuleIds: [] } })),
    enabled: reader !== undefined,
    retry: false,
  });
  const all = hasCode(error, "already_subscribed");
  const modules = all ? course.modules.map((module) => module.id) : [];
  return { all, modules: data ? ownedModules(course, data.lines) : modules };
}
