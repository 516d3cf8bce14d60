// The content of one's course: read without the calls of staff, quizzes with their answers.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { browser } from "../../platform/browser";
import { runOn } from "../../platform/platform";
import { TaughtContentPage } from "./TaughtContentPage";

const question = {
  ...{ id: 1, version: 1, quizId: 5, orderIndex: 1, explanation: "Par politesse." },
  ...{ questionText: "Io {{1}} un caffè.", typeCode: "CLOZE", options: [] },
  correctAnswer: '["vorrei|prendo"]',
};

const answers: Record<string, unknown> = {
  "/courses/7/details": {
    ...{ id: 7, name: "Primi passi", languageCode: "it" },
    modules: [{ id: 2, title: "Al bar" }],
  },
  "/chapters/module/2": [{ id: 3, version: 1, moduleId: 2, title: "Ordinare", lessonCount: 1 }],
  "/chapter-lessons/chapter/3": [
    { id: 4, version: 1, chapterId: 3, title: "Il caffè", content: "<p>Un caffè, per favore.</p>" },
  ],
  "/resources/lesson/4": [],
  "/quizzes/lesson/4": [
    { id: 5, version: 1, lessonId: 4, instructions: "Complétez.", questions: [question] },
  ],
};

beforeEach(() => {
  runOn(browser);
  vi.stubGlobal("fetch", async (request: Request) => {
    const answer = answers[new URL(request.url).pathname.replace("/api", "")];
    return answer === undefined
      ? Response.json({ code: "forbidden" }, { status: 403 })
      : Response.json(answer);
  });
});

test("module, chapter, lesson and the answers of its quiz", async () => {
  const routes = [{ path: "/classes/:id/contenu", element: <TaughtContentPage /> }];
  const router = createMemoryRouter(routes, { initialEntries: ["/classes/7/contenu"] });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  expect(await screen.findByRole("tab", { name: "Al bar" })).toBeTruthy();
  const lesson = await screen.findByRole("button", { name: "Il caffè" });
  if (lesson.getAttribute("aria-expanded") === "false") await userEvent.click(lesson);
  expect(await screen.findByText("Un caffè, per favore.")).toBeTruthy();
  expect(await screen.findByText("Io … un caffè.")).toBeTruthy();
  expect(screen.getByText(/^Réponse\s: vorrei \/ prendo$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Corriger|Valider/ })).toBeNull();
});
