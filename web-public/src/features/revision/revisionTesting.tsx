// Cards, and the server's side of them, for the tests.
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { startSession } from "web-shared/api/session";
import { languageRows, student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { Review, RevisionCard, RevisionDue } from "./api";

export function word(id: number, front: string, more: Partial<RevisionCard> = {}): RevisionCard {
  return {
    id,
    kind: "WORD",
    courseId: 9,
    courseName: "Primi passi",
    languageCode: "it",
    lessonId: 11,
    lessonTitle: "Al bar",
    dueOn: "2026-11-28",
    front,
    back: `sens de ${front}`,
    options: [],
    ...more,
  };
}

export const question = (id: number, front: string, more: Partial<RevisionCard>) =>
  word(id, front, { kind: "QUESTION", ...more });

/** The server, as a test sets it up. */
export const here: {
  due: RevisionDue;
  /** Each review, once, in the order in which it came. */
  reviews: Review[];
  /** Everything it was asked. */
  calls: string[];
  bodies: unknown[];
  network: "up" | "down" | "answers lost";
  answers: Record<string, (request: Request) => Response | Promise<Response>>;
} = { due: day([]), reviews: [], calls: [], bodies: [], network: "up", answers: {} };

export function day(cards: RevisionCard[], more: Partial<RevisionDue> = {}): RevisionDue {
  return {
    today: "2026-11-28",
    most: 20,
    due: cards.length,
    reviewedToday: 0,
    nextOn: cards.length > 0 ? null : "2026-12-01",
    total: cards.length,
    cards,
    ...more,
  };
}

/** Whoever is signed in on this browser. */
export function enter(id: number = student.id) {
  const refreshToken = crypto.randomUUID(); // what ends another test's session ends no other
  startSession({ accessToken: "a", refreshToken, user: { ...student, id } }, false);
}

export function setUp(cards: RevisionCard[] = []) {
  Object.assign(here, { due: day(cards), reviews: [], calls: [], bodies: [], network: "up" });
  here.answers = {};
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api", "");
    if (path === "/languages") return Response.json(languageRows);
    if (here.network === "down") throw new TypeError("Failed to fetch");
    here.calls.push(`${request.method} ${path}`);
    const answer = here.answers[path];
    if (answer) return answer(request);
    if (path === "/revision/due") return Response.json(here.due);
    if (path === "/revision/reviews") return reviewed(await request.json());
    if (request.method === "DELETE") return new Response(null, { status: 204 });
    return Response.json({ status: 404, code: "not_found", message: "" }, { status: 404 });
  });
}

/** A review counts once; a card that was known is not due any more. */
function reviewed(sent: Review[]): Response {
  const known = new Set(here.reviews.map(({ clientId }) => clientId));
  const fresh = sent.filter(({ clientId }) => !known.has(clientId));
  here.reviews.push(...fresh);
  const done = new Set(fresh.flatMap(({ cardId, rating }) => (rating === "AGAIN" ? [] : [cardId])));
  const cards = here.due.cards.filter(({ id }) => !done.has(id));
  const nextOn = cards.length > 0 ? null : "2026-12-01";
  here.due = { ...here.due, cards, due: cards.length, nextOn, reviewedToday: here.reviews.length };
  if (here.network === "answers lost") throw new TypeError("Failed to fetch");
  const outcome = ({ clientId, cardId }: Review) => ({ clientId, cardId, counted: true });
  return Response.json(sent.map((one) => ({ ...outcome(one), dueOn: "2026-12-01" })));
}

export const refusal = (status: number, code: string, more = {}) =>
  Response.json({ status, code, message: "", ...more }, { status });

export function show(element: ReactNode, path = "/revision") {
  const router = createMemoryRouter(
    [
      { path, element },
      { path: "*", element: <p>ailleurs</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, user: userEvent.setup() };
}
