// The meetings of a class: as everybody reads those of a course.
import { queryOptions } from "@tanstack/react-query";
import { ahead } from "./ahead";
import { unwrap } from "./client";

/** What may be shown of any session, whoever reads it. */
export interface PublicSession {
  id: number;
  moduleId: number | null;
  moduleName: string | null;
  date: string;
  startTime: string;
  minutes: number;
  startsAt: string;
  endsAt: string;
  status: "PLANNED" | "CANCELLED";
  reason: string | null;
  roomName: string | null;
  roomAddress: string | null;
  teacherName: string | null;
}

/** All sessions of a course in their order, those that are past or cancelled too. */
export function courseSessionsQuery(courseId: number) {
  return queryOptions({
    queryKey: ["courses", courseId, "sessions"],
    queryFn: () =>
      unwrap(
        ahead.GET<PublicSession[]>("/courses/{id}/sessions", {
          params: { path: { id: courseId } },
        }),
      ),
  });
}
