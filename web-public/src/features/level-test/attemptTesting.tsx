// What the tests of the adaptive test share: its questions, a school that answers, and the pages in a router.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { languageRows, student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { type Catalogue, ResultPage } from "./ResultPage";
import { TestPage } from "./TestPage";
import { TestsPage } from "./TestsPage";
import type { AttemptState } from "./useAttempt";

const none = { options: [], mediaUrl: null, transcript: null, version: 1 };
export const choice = {
  ...none,
  id: 1,
  question: "Io ___ di Torino.",
  typeCode: "QCM",
  options: ["sono", "ho"],
};
export const sentence = { ...none, id: 2, question: "Ieri {{1}} andati.", typeCode: "CLOZE" };
export const words = { ...none, id: 3, question: "Traduisez.", typeCode: "TEXT" };
export const audio = {
  ...none,
  id: 4,
  question: "A che ora parte?",
  typeCode: "AUDIO",
  options: ["7 h 45", "8 h"],
  mediaUrl: "/assets/audio/treno.mp3",
  transcript: "Alle sette e quarantacinque.",
};

const course = { id: 7, name: "Storie brevi", type: "IN_PERSON", level: "B1", bookable: true };
const higher = { ...course, id: 9, name: "Verso il B2", level: "B2" };
export const result = {
  level: "B1",
  percent: 82,
  neighbour: "A2",
  answered: 9,
  courses: [course],
  nextLevel: [higher],
};

export const state = (more: object) =>
  ({
    id: 5,
    language: "it",
    answered: 0,
    atMost: 25,
    replaced: false,
    question: choice,
    ...more,
  }) as AttemptState;
export const refused = (status: number, code: string, message = "") =>
  Response.json({ status, code, message }, { status });

interface Sent {
  call: string;
  body: Record<string, unknown>;
}

/** What was written. */
export const sent: Sent[] = [];
/** What the calls that write are answered, in their order. */
export const answers: (() => Response | Promise<Response>)[] = [];
/** Which tests there are; null: that is refused. */
export const offers: { all: object[] | null } = { all: null };

/** A school with an adaptive test in Italian, and nobody signed in. */
export function serve() {
  endSession();
  sent.length = 0;
  answers.length = 0;
  offers.all = [{ language: "it", fixedQuestions: 12, adaptive: true }];
  vi.stubGlobal("scrollTo", () => {});
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      sent.push({ call: pathname.replace("/api", ""), body: await request.json() });
      return answers.shift()?.() ?? refused(500, "internal");
    }
    if (pathname === "/api/languages") return Response.json(languageRows);
    if (pathname === "/api/tests") {
      return offers.all ? Response.json(offers.all) : refused(422, "invalid");
    }
    if (pathname.startsWith("/api/tests/")) return Response.json([{ ...choice, language: "it" }]);
    return Response.json(pathname.includes("/9/") ? higher : course);
  });
}

const catalogue: Catalogue = {
  Tile: ({ course, booking }) => (
    <a href="/cours">
      {booking && "Choisir ce cours : "}
      {course.name}
    </a>
  ),
  address: (of, level) => `/courses?of=${[of.type, of.language, level].filter(Boolean).join("-")}`,
};

export function open(path = "/test?language=it") {
  const router = createMemoryRouter(
    [
      {
        path: "/test",
        element: (
          <>
            <Link to="/ailleurs">partir</Link>
            <TestPage catalogue={catalogue} />
          </>
        ),
      },
      { path: "/tests", element: <TestsPage /> },
      { path: "/result", element: <ResultPage catalogue={catalogue} /> },
      { path: "*", element: <p>ailleurs</p> },
    ],
    { initialEntries: [path] },
  );
  const page = render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, page, user: userEvent.setup() };
}

export const signIn = () =>
  startSession({ user: student, accessToken: "a", refreshToken: "r" }, false);
export const json = (body: object, status?: number) => () =>
  Response.json(body, status ? { status } : {});
export const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
export const heading = (number: number) =>
  screen.findByRole("heading", { name: `Question ${number} · 25 au plus` });
type User = ReturnType<typeof userEvent.setup>;
export const start = async (user: User) =>
  user.click(await screen.findByRole("button", { name: "Commencer le test" }));

export async function begun(first: object = {}) {
  answers.push(json(state({ token: "jeton", ...first }), 201));
  const page = open();
  await start(page.user);
  await heading(1);
  return page;
}
