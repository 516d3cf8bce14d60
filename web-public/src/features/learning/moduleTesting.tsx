// A module and the server's side of it, for the tests.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { Revision } from "./LessonView";
import { ModulePage } from "./ModulePage";
import type { Chapter, Module } from "./moduleApi";

/** A chapter of these lessons, some of them viewed. */
export function chapter(id: number, lessons: number[], viewed: number[]): Chapter {
  const percent = lessons.length > 0 ? Math.floor((100 * viewed.length) / lessons.length) : 0;
  return {
    id,
    title: `Chapitre ${id}`,
    orderIndex: id,
    percent,
    completed: percent === 100,
    lessons: lessons.map((lesson) => ({
      id: lesson,
      title: `Leçon ${lesson}`,
      orderIndex: lesson,
      viewed: viewed.includes(lesson),
    })),
  };
}

export function learningModule(more: Partial<Module>): Module {
  return {
    subscriptionId: 7,
    learnerId: 3,
    courseId: 9,
    courseName: "Primi passi",
    courseSlug: "primi-passi",
    languageCode: "it",
    level: "A1",
    moduleId: 2,
    title: "Al bar, al ristorante",
    description: null,
    orderIndex: 2,
    position: 2,
    moduleCount: 3,
    moduleIds: [1, 2, 3],
    percent: 0,
    completed: false,
    course: { id: 9, percent: 0, completed: false, completionNotified: false },
    chapters: [],
    resumeLessonId: null,
    previousModule: { moduleId: 1, title: "Ciao" },
    nextModule: { moduleId: 3, title: "In viaggio" },
    ...more,
  };
}

/** The server, as a test sets it up. */
export const here: {
  module: Module;
  /** What it was asked. */
  calls: string[];
  answers: Record<string, (request: Request) => Response | Promise<Response>>;
} = { module: learningModule({}), calls: [], answers: {} };

export const refusal = (status: number, code: string, params = {}) =>
  Response.json({ status, code, params, message: "" }, { status });

/** The server's side of a view: it marks the lesson and counts again. */
export function view(request: Request): Response {
  const lessonId = Number(new URL(request.url).searchParams.get("lessonId"));
  const { own, ...rest } = count((lesson) => lesson.id === lessonId);
  const of = own.find((one) => one.lessons.some(({ id }) => id === lessonId));
  return Response.json({ lesson: { id: lessonId, viewed: true }, chapter: of, ...rest });
}

/** The end of a chapter: it marks all of its lessons. */
export function end(request: Request): Response {
  const chapterId = Number(new URL(request.url).searchParams.get("chapterId"));
  const ids = here.module.chapters.find(({ id }) => id === chapterId)?.lessons.map(({ id }) => id);
  const { own, ...rest } = count((lesson) => Boolean(ids?.includes(lesson.id)));
  return Response.json({ chapter: own.find(({ id }) => id === chapterId), ...rest });
}

function count(marked: (lesson: { id: number }) => boolean) {
  const seen = (lesson: { id: number; viewed: boolean }) => lesson.viewed || marked(lesson);
  const chapters = here.module.chapters.map(({ id, lessons }) =>
    chapter(
      id,
      lessons.map((lesson) => lesson.id),
      lessons.filter(seen).map((lesson) => lesson.id),
    ),
  );
  const lessons = chapters.flatMap((one) => one.lessons);
  const percent = Math.floor((100 * lessons.filter(seen).length) / lessons.length);
  here.module = {
    ...here.module,
    chapters,
    percent,
    completed: percent === 100,
  };
  return {
    own: chapters,
    module: { id: here.module.moduleId, percent, completed: here.module.completed },
    course: here.module.course,
  };
}

export function setUp() {
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
  vi.stubGlobal("scrollTo", () => {});
  Element.prototype.scrollIntoView = () => {}; // jsdom has none
  here.calls = [];
  here.module = learningModule({
    chapters: [chapter(1, [11, 12], [11]), chapter(2, [21, 22, 23], [])],
    percent: 20,
    resumeLessonId: 11,
  });
  here.answers = {
    "/progress/module": () => Response.json(here.module),
    "/progress/view": view,
    "/progress/chapter/complete": end,
    "/subscriptions/7": () =>
      Response.json({
        id: 7,
        modules: [],
        subscriptionDate: "2026-04-03",
        courseEndDate: "2026-09-30",
      }),
    "/comments/user/3": () => Response.json([]),
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace("/api", "");
    here.calls.push(`${request.method} ${path}${url.search}`);
    const answer = here.answers[path];
    if (answer) return answer(request);
    const [, kind, ofLesson, id] = path.split("/");
    if (kind === "chapter-lessons") {
      return Response.json({ id: Number(ofLesson), content: `<p>Texte ${ofLesson}</p>` });
    }
    return id ? Response.json([]) : refusal(404, "not_found");
  });
}

export function open(search: string, revision?: Revision) {
  const router = createMemoryRouter(
    [
      {
        errorElement: <p>Page introuvable</p>,
        children: [
          {
            path: "/modules-chapiters",
            element: <ModulePage signIn="/login" {...(revision && { revision })} />,
          },
          { path: "*", element: <p>ailleurs</p> },
        ],
      },
    ],
    { initialEntries: [`/modules-chapiters${search}`] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, user: userEvent.setup() };
}

export const MODULE = "?moduleId=2&subscriptionId=7";
export const views = () =>
  here.calls
    .filter((call) => call.startsWith("POST /progress/view"))
    .map((call) => /lessonId=(\d+)/.exec(call)?.[1]);
export const lesson = (id: number) =>
  screen.findByRole("heading", { level: 2, name: `Leçon ${id}` });
export const next = () => screen.findByRole("link", { name: /Leçon suivante/ });
