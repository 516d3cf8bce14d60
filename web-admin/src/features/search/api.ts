// What the search in the top bar finds: pages of the dashboard, courses, people (an administrator's), questions of the FAQ;
// in the desktop app also the lessons in whose texts the words stand.
import { queryOptions, useQueries } from "@tanstack/react-query";
import { allRows, api, rows, unwrap } from "web-shared/api/client";
import { textsLanguage } from "web-shared/api/courses";
import type { Role } from "web-shared/api/session";
import { found, wordsOf } from "web-shared/format/search";
import { platform, theApp } from "../../platform/platform";

export interface Hit {
  /** Its address in the dashboard. */
  to: string;
  title: string;
  /** What distinguishes it from others of its name. */
  detail?: string;
  lang?: string;
  /** Where the words stand in its text. */
  excerpt?: string;
}

export const GROUPS = ["pages", "courses", "lessons", "people", "faq"] as const;
export type Group = (typeof GROUPS)[number];

const MOST = 5; // of each group
const LASTING = 5 * 60_000; // milliseconds for which the questions are not asked for again

function coursesQuery(sought: string) {
  return queryOptions({
    queryKey: ["courses", "sought", sought],
    queryFn: async ({ signal }): Promise<Hit[]> => {
      const query = { q: sought, page: 1, size: MOST };
      const courses = rows(await unwrap(api.GET("/courses", { params: { query }, signal })));
      return courses.map((course) => ({
        to: `/course/edit/${course.id}`,
        title: course.name,
        detail: `${course.language} ${course.level}`,
        lang: textsLanguage(course),
      }));
    },
  });
}

/** From the copy on this computer, with the school or without it. */
function lessonsQuery(sought: string) {
  return queryOptions({
    queryKey: ["lessons", "sought", sought],
    staleTime: 0, // it is answered at once, and what waits to be sent is found too
    queryFn: async (): Promise<Hit[]> => {
      const lessons = await theApp().lessons(sought);
      return lessons.slice(0, MOST).map(({ place, title, course, chapter, excerpt }) => ({
        to: place,
        title,
        detail: `${course} · ${chapter}`,
        excerpt,
        lang: "fr",
      }));
    },
  });
}

function peopleQuery(sought: string) {
  return queryOptions({
    queryKey: ["users", "sought", sought],
    queryFn: async ({ signal }): Promise<Hit[]> => {
      const query = { q: sought, page: 1, size: MOST };
      const people = rows(await unwrap(api.GET("/users", { params: { query }, signal })));
      return people.map(({ firstName, lastName, email, guardian }) => ({
        to: `/user-management?q=${encodeURIComponent(email ?? `${firstName} ${lastName}`)}`,
        title: `${firstName} ${lastName}`,
        // A child without an e-mail is reached through their guardian.
        detail: email ?? guardian?.name ?? "",
      }));
    },
  });
}

const faqQuery = queryOptions({
  queryKey: ["faq", "entries"],
  queryFn: () => allRows((query) => api.GET("/faq", { params: { query } })),
  staleTime: LASTING,
});

function questions(entries: { id: number; question: string; lang?: string | null }[]): Hit[] {
  return entries.map(({ id, question, lang }) => ({
    to: `/faq/edit/${id}`,
    title: question,
    lang: lang ?? "fr",
  }));
}

export interface Found {
  groups: { name: Group; hits: Hit[] }[];
  /** Some of it is still on its way. */
  waiting: boolean;
  failure: unknown;
  retry: () => void;
}

/** What is found for these words; `sought` empty: nothing is asked for. */
export function useFound(sought: string, pages: Hit[], role: Role): Found {
  const enabled = sought !== "";
  const words = wordsOf(sought);
  const matching = (hits: Hit[]) =>
    enabled ? hits.filter(({ title }) => found(title, words)).slice(0, MOST) : [];
  return useQueries({
    queries: [
      { ...coursesQuery(sought), enabled },
      { ...peopleQuery(sought), enabled: enabled && role === "ADMIN" },
      { ...faqQuery, enabled },
      { ...lessonsQuery(sought), enabled: enabled && platform.app !== null },
    ],
    combine: (answers) => {
      const [courses, people, faq, lessons] = answers;
      const hits = {
        pages: matching(pages),
        courses: courses.data ?? [],
        lessons: lessons.data ?? [],
        people: people.data ?? [],
        faq: matching(questions(faq.data ?? [])),
      };
      return {
        groups: GROUPS.map((name) => ({ name, hits: hits[name] })).filter(
          ({ hits }) => hits.length > 0,
        ),
        waiting: answers.some(({ isFetching, data }) => isFetching && !data),
        failure: answers.find(({ error, data }) => error && !data)?.error,
        retry: () => {
          for (const { error, refetch } of answers) if (error) void refetch();
        },
      };
    },
  });
}
