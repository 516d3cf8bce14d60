// A teacher's own sessions: who gives them, sheets that are still open, and their address for a calendar.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { addDays, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { SessionsPage } from "./SessionsPage";

const ME = 5;
let sent: unknown[];

function session(id: number, days: number, more = {}) {
  const date = addDays(today(), days);
  const at = { date, startTime: "18:30", minutes: 90 };
  const instants = { startsAt: `${date}T17:30:00Z`, endsAt: `${date}T19:00:00Z` };
  const course = { courseId: id, courseName: `Cours ${id}`, languageCode: "it" };
  return {
    ...{ id, status: "PLANNED", roomName: "Salle Figuier", ...at, ...instants, ...course },
    ...{ teacherId: ME, courseTeacherId: ME, courseTeacherName: "Camille Blanc" },
    ...more,
  };
}

const closed = { sheetClosedAt: "2026-01-01T10:00:00Z" };
const matteos = { courseTeacherId: 6, courseTeacherName: "Matteo Ferri" };
const sessions = [
  session(1, -60),
  session(2, -50, matteos), // its class is no longer open to a substitute
  session(3, -40, closed),
  session(4, 3, matteos),
  session(5, 4, { teacherId: 7, teacherName: "Chiara Bianchi" }),
];

beforeEach(() => {
  sent = [];
  const user = { ...student, role: "TEACHER" as const, teacherId: ME };
  startSession({ accessToken: "a", refreshToken: "r", user }, false);
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith("/class-sessions")) {
      const [from = "", to = ""] = ["from", "to"].map((name) => searchParams.get(name) ?? "");
      return Response.json(sessions.filter(({ date }) => from <= date && date <= to));
    }
    if (request.method !== "POST") return Response.json([]);
    sent.push(await request.json());
    const made = { id: 1, kind: "OWN", createdAt: "2026-11-26T10:00:00Z" };
    return Response.json({ ...made, address: "https://preau.test/api/calendar/x.ics" });
  });
});

afterEach(endSession);

function open(at = "/seances") {
  const routes = [{ path: "*", element: <SessionsPage /> }];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup();
}

test("a session given in place of a colleague, and one that a colleague gives", async () => {
  open();
  expect(await screen.findByText("Vous remplacez Matteo Ferri")).toBeTruthy();
  expect(screen.getByText(/donnée par Chiara Bianchi/)).toBeTruthy();
  expect(screen.queryByText(/Camille Blanc/)).toBeNull();
});

test("open sheets stay reachable for as long as their class does", async () => {
  open("/seances?which=open");
  expect(await screen.findByText("Cours 1")).toBeTruthy();
  expect(screen.getAllByRole("link")).toHaveLength(1);
});

test("the sessions go into a calendar by an address that is shown once", async () => {
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Ajouter à mon agenda" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Créer une adresse d’agenda" }));
  const address = await within(dialog).findByLabelText("Adresse de votre agenda");
  expect((address as HTMLInputElement).value).toBe("https://preau.test/api/calendar/x.ics");
  expect(sent).toEqual([{ kind: "OWN" }]);
});
