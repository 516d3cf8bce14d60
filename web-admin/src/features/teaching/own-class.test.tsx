// A teacher's class: how far each learner has come, what it misses most, and the ways to content and attendance.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { addDays, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { OwnClassPage } from "./OwnClassPage";

afterEach(endSession);

test("the progress and the tests of each learner, and what is said when they cannot be read", async () => {
  const date = addDays(today(), 2);
  const session = {
    ...{ id: 5, courseId: 7, courseName: "Primi passi", languageCode: "it", status: "PLANNED" },
    ...{ date, startTime: "18:30", minutes: 90, teacherId: 2, courseTeacherId: 2 },
    ...{ startsAt: `${date}T17:30:00Z`, endsAt: `${date}T19:00:00Z` },
  };
  const row = { since: "2026-11-09", level: "A1", needs: null, mark: null, scan: null };
  const rows = [
    { ...row, subscriptionId: 1, learnerId: 31, learnerName: "Lucas Andrieu" },
    { ...row, subscriptionId: 2, learnerName: "Sarah Cohen" },
  ];
  const taken = {
    ...{ id: 1, language: "it", answered: 18, level: "B1", percent: 82 },
    ...{ startedAt: "2026-10-06T08:00:00Z", finishedAt: "2026-10-06T08:11:00Z" },
  };
  const missed = {
    ...{ questionId: 1, question: "On dit…", lessonId: 11, lessonTitle: "Al bar" },
    ...{ answered: 8, missed: 5 },
  };
  const user = { ...student, role: "TEACHER" as const, teacherId: 2 };
  startSession({ accessToken: "a", refreshToken: "r", user }, false);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith("/class-sessions")) return Response.json([session]);
    if (pathname.endsWith("/roster")) return Response.json({ session, rows, sheet: null });
    if (pathname.endsWith("/attempts"))
      return Response.json({
        tests: searchParams.get("userId") === "31" ? [taken] : [],
        quizzes: [],
      });
    if (pathname === "/api/courses/7/missed") return Response.json([missed]);
    return searchParams.get("subscriptionId") === "1"
      ? Response.json(42)
      : Response.json({ code: "not_found" }, { status: 404 });
  });
  const routes = [{ path: "/classes/:id", element: <OwnClassPage /> }];
  const router = createMemoryRouter(routes, { initialEntries: ["/classes/7"] });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  expect(await screen.findByText(/^42\s%\sdu cours vu$/)).toBeTruthy();
  expect(await screen.findByText("Progression indisponible")).toBeTruthy();
  expect(await screen.findByText("5 élèves sur 8")).toBeTruthy();
  const content = screen.getByRole("link", { name: "Contenu du cours" });
  expect(content.getAttribute("href")).toBe("/classes/7/contenu");
  expect(screen.getByRole("button", { name: "Présences (CSV)" })).toBeTruthy();

  const tests = screen.getByRole("button", { name: "Tests de niveau : Lucas Andrieu" });
  expect(screen.getAllByRole("button", { name: /^Tests de niveau/ })).toHaveLength(1);
  await userEvent.setup().click(tests);
  expect(tests.getAttribute("aria-expanded")).toBe("true");
  expect(await screen.findByText(/^B1, probable à 82\s%$/)).toBeTruthy();
  expect(screen.queryByText("Quiz")).toBeNull();
});
