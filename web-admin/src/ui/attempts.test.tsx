// What a person has taken, as staff and as their teacher read it.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, type Role, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { Attempts } from "./Attempts";

afterEach(endSession);

const taken = (id: number) => ({
  ...{ id, language: "it", answered: 18, level: "B1", percent: 82 },
  ...{ startedAt: "2026-10-06T08:00:00Z", finishedAt: "2026-10-06T08:11:00Z" },
});
const unfinished = {
  ...{ id: 90, language: "en", answered: 1, level: null, percent: null },
  ...{ startedAt: "2026-10-07T22:30:00Z", finishedAt: null },
};
const quiz = {
  ...{ id: 7, courseId: 3, courseName: "Il caffè", lessonTitle: "Al bar", quizId: 5 },
  ...{ takenAt: "2026-10-08T08:00:00Z", score: 8, total: 10, percent: 80 },
};

function open(role: Role, answer: object | number) {
  startSession({ accessToken: "a", refreshToken: "r", user: { ...student, role } }, false);
  const asked = vi.fn(async (request: Request) => {
    if (!request.url.includes("/attempts")) return Response.json([]);
    return typeof answer === "number"
      ? Response.json({ status: answer, code: "not_found", message: "" }, { status: answer })
      : Response.json(answer);
  });
  vi.stubGlobal("fetch", asked);
  render(
    <Provider queries={createQueryClient()}>
      <Attempts userId={31} />
    </Provider>,
  );
  return userEvent.setup();
}

const part = (name: string) => screen.findByRole("region", { name });

test("staff reads tests and quizzes; of many the first, the others when they are asked for", async () => {
  const tests = [unfinished, ...[1, 2, 3, 4, 5, 6].map(taken)];
  const user = open("ADMIN", { tests, quizzes: [quiz] });
  const list = within(await part("Tests de niveau"));
  expect(list.getAllByRole("listitem")).toHaveLength(5);
  const [first] = list.getAllByRole("listitem");
  expect(first?.textContent).toBe("Anglais8 octobre 2026Inachevé1 réponse");
  expect(list.getAllByText(/^B1, probable à 82\s%$/)).toHaveLength(4);
  await user.click(list.getByRole("button", { name: "Afficher les 2 autres" }));
  expect(list.getAllByRole("listitem")).toHaveLength(7);
  const quizzes = await part("Quiz");
  expect(quizzes.textContent).toMatch(/Al barIl caffè, 8 octobre 20268 sur 10 \(80\s%\)$/);
});

test("a teacher reads the tests alone", async () => {
  open("TEACHER", { tests: [taken(1)], quizzes: [] });
  expect((await part("Tests de niveau")).textContent).toMatch(/Italien6 octobre 2026/);
  expect(screen.queryByRole("region", { name: "Quiz" })).toBeNull();
});

test("where nothing was taken that is said", async () => {
  open("ADMIN", { tests: [], quizzes: [] });
  expect(await screen.findByText("Aucun test de niveau.")).toBeTruthy();
  expect(screen.getByText("Aucun quiz.")).toBeTruthy();
});

test("a failure is not an empty list", async () => {
  open("ADMIN", 404);
  expect(await screen.findByText("Les tests n’ont pas pu être lus.")).toBeTruthy();
  expect(screen.queryByText("Aucun test de niveau.")).toBeNull();
  expect(screen.getByRole("button", { name: "Réessayer" })).toBeTruthy();
});
