// "Mes tests" against answers of the server: tests and quizzes, and what stands there without them.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { languageRows, student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { ProfilePage } from "./ProfilePage";

const taken = {
  id: 1,
  language: "it",
  startedAt: "2026-11-20T09:00:00.000Z",
  finishedAt: "2026-11-20T09:08:00.000Z",
  answered: 14,
  level: "B1",
  percent: 82,
};
const unfinished = {
  ...taken,
  id: 2,
  language: "zh",
  finishedAt: null,
  answered: 6,
  level: null,
  percent: null,
};
const quiz = (id: number) => ({
  id,
  courseId: 7,
  courseName: "Primi passi",
  lessonTitle: `Leçon ${id}`,
  quizId: 3,
  takenAt: "2026-11-21T18:30:00.000Z",
  score: 4,
  total: 5,
  percent: 80,
});

let history: () => Response;

beforeEach(() => {
  endSession();
  startSession({ user: student, accessToken: "a", refreshToken: "r" }, false);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/attempts/me") return history();
    return Response.json(pathname === "/api/languages" ? languageRows : student);
  });
});

function open() {
  const page = (
    <ProfilePage signIn="/login" toPayment={() => "/"} google={({ frame }) => frame("Google")} />
  );
  const router = createMemoryRouter([{ path: "*", element: page }], {
    initialEntries: ["/profile?tab=tests"],
  });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup();
}

const region = async (name: string) => within(await screen.findByRole("region", { name }));

test("tests have their level, the unfinished one a way on, one given up for another none", async () => {
  const givenUp = { ...unfinished, id: 3, language: "fr", finishedAt: taken.finishedAt };
  history = () => Response.json({ tests: [unfinished, taken, givenUp], quizzes: [] });
  open();
  const tests = await region("Mes tests");
  const [waiting, done, left] = tests.getAllByRole("listitem").map((row) => within(row));
  expect(waiting?.getByText("Chinois")).toBeTruthy();
  expect(waiting?.getByText(/^Commencé : .*, 6 réponses$/)).toBeTruthy();
  expect(
    waiting?.getByRole("link", { name: "Reprendre le test : Chinois" }).getAttribute("href"),
  ).toBe("/test?language=CHINESE");
  expect(done?.getByText("Italien")).toBeTruthy();
  expect(done?.getByText(/^Terminé : 20 novembre 2026/)).toBeTruthy();
  expect(done?.getByText(/^B1, probable à 82\s%$/)).toBeTruthy();
  expect(done?.queryByRole("link")).toBeNull();
  expect(left?.getByText("Inachevé")).toBeTruthy();
  expect(left?.queryByRole("link")).toBeNull();
  expect((await region("Mes quiz")).getByText("Aucun quiz pour l’instant.")).toBeTruthy();
});

test("quizzes have course, lesson and score, ten at a time", async () => {
  const quizzes = Array.from({ length: 12 }, (_, at) => quiz(at + 1));
  history = () => Response.json({ tests: [], quizzes });
  const user = open();
  const list = await region("Mes quiz");
  expect(list.getAllByRole("listitem")).toHaveLength(10);
  const first = within(list.getAllByRole("listitem")[0] as HTMLElement);
  expect(first.getByText("Leçon 1")).toBeTruthy();
  expect(first.getByText("Primi passi")).toBeTruthy();
  expect(first.getByText(/^4 sur 5 \(80\s%\)$/)).toBeTruthy();
  await user.click(list.getByRole("button", { name: "Afficher la suite : Mes quiz" }));
  expect(list.getAllByRole("listitem")).toHaveLength(12);
  const none = await region("Mes tests");
  expect(none.getByRole("link", { name: "Passer un test de niveau" }).getAttribute("href")).toBe(
    "/tests",
  );
});

test("what could not be loaded is asked for again", async () => {
  history = () => Response.json({ status: 403, code: "forbidden" }, { status: 403 });
  const user = open();
  await screen.findByText("Vos tests n’ont pas pu être chargés.");
  history = () => Response.json({ tests: [taken], quizzes: [] });
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Italien")).toBeTruthy();
});
