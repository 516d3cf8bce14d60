// What waits for somebody of the school.
import { queryOptions } from "@tanstack/react-query";
import { api, rows, unwrap } from "web-shared/api/client";
import type { Role } from "web-shared/api/session";
import { today } from "web-shared/format/format";

export interface Attention {
  /** Comments nobody has shown yet. */
  comments: number;
  /** Messages nobody has answered. */
  messages: number;
  /** Courses the public does not see yet. */
  drafts: number;
  /** Mails that could not be sent; an administrator's. */
  mails: number;
}

const ONE = { page: 1, size: 1 } as const;
const REFRESH = 60_000; // milliseconds

export function attentionQuery(role: Role) {
  return queryOptions({
    queryKey: ["attention", role],
    refetchInterval: REFRESH,
    queryFn: async (): Promise<Attention> => {
      const [comments, messages, drafts, mails] = await Promise.all([
        unwrap(api.GET("/comments", { params: { query: { active: false, ...ONE } } })),
        unwrap(api.GET("/contact", { params: { query: { handled: false, ...ONE } } })),
        unwrap(api.GET("/courses", { params: { query: { status: "DRAFT", ...ONE } } })),
        role === "ADMIN"
          ? unwrap(api.GET("/mail", { params: { query: { status: "PARKED", ...ONE } } }))
          : { total: 0 },
      ]);
      return {
        comments: totalOf(comments),
        messages: totalOf(messages),
        drafts: totalOf(drafts),
        mails: mails.total,
      };
    },
  });
}

/** A page was asked for, so a page has come. */
function totalOf(answer: { total: number } | unknown[]): number {
  return "total" in answer ? answer.total : answer.length;
}

const SOON = 6; // courses that begin next

/** The published courses that begin next. */
export const startsQuery = queryOptions({
  queryKey: ["courses", "starts"],
  queryFn: async () => {
    const published = { params: { query: { status: "PUBLISHED" } } } as const;
    const courses = rows(await unwrap(api.GET("/courses", published)));
    const now = today();
    return courses.filter(({ startDate }) => startDate >= now).slice(0, SOON);
  },
});
