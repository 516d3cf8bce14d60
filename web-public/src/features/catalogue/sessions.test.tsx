// The sessions of a course on its page: the next dates, then all of them, those that are cancelled among them.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PublicSession } from "web-shared/api/classSessions";
import type { Course, SessionsSummary } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import { setToday } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { Sessions } from "./Sessions";

const plain = (text: string | null | undefined) => text?.replace(/[\u00a0\u202f]/g, " ");

const session = (date: string, more: Partial<PublicSession> & { reason?: string } = {}) =>
  ({
    id: Number(date.replaceAll("-", "")),
    moduleName: "Al bar",
    date,
    startTime: "18:30",
    minutes: 90,
    status: "PLANNED",
    roomName: "salle Figuier",
    teacherName: "Chiara Bellini",
    ...more,
  }) as PublicSession;

const next = (date: string) => ({ date, startTime: "18:30" }) as SessionsSummary["next"][number];

const summary: SessionsSummary = {
  slots: [{ weekdays: [1, 4], startTime: "18:30", endTime: "20:00" }],
  count: 4,
  hours: 6,
  next: [next("2026-11-23"), next("2026-11-26"), next("2026-11-30")],
};

const sessions = [
  session("2026-11-19"),
  session("2026-11-23"),
  session("2026-11-26", { status: "CANCELLED", reason: "Chiara est en formation." }),
  session("2026-11-30"),
];

let answer: () => Response;

beforeEach(() => {
  setToday("2026-11-23");
  answer = () => Response.json(sessions);
  vi.stubGlobal("fetch", async () => answer());
});
afterEach(() => setToday(null));

function show(of: SessionsSummary = summary) {
  const course = {
    id: 7,
    startDate: "2026-11-09",
    endDate: "2027-02-04",
    sessionsSummary: of,
  } as Course;
  const element = <Sessions course={course} summary={of} />;
  const router = createMemoryRouter([{ path: "*", element }]);
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  render(
    <Provider queries={queries}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

test("the next dates say how near they are; the timetable names the room", async () => {
  show();
  const dates = within(screen.getByRole("list", { name: "Prochaines dates" }));
  expect(dates.getAllByRole("listitem").map(({ textContent }) => plain(textContent))).toEqual([
    "lundi 23 nov.Ce soir18 h 30",
    "jeudi 26 nov.Ensuite18 h 30",
    "lundi 30 nov.Ensuite18 h 30",
  ]);
  const line = await screen.findByText(/^lundi et jeudi/);
  await vi.waitFor(() =>
    expect(plain(line.textContent)).toBe("lundi et jeudi, 18 h 30 – 20 h, salle Figuier"),
  );
});

test("all sessions stand behind one line, the cancelled one without its reason", async () => {
  show();
  await userEvent.click(screen.getByText("Voir les 4 séances"));
  await screen.findByText("Annulée");
  const all = within(screen.getByRole("group")).getAllByRole("listitem");
  const rows = all.map(({ textContent }) => plain(textContent));
  expect(rows).toEqual([
    "jeu. 19 nov.18 h 30 – 20 h, salle FiguierAl barPassée",
    "lun. 23 nov.18 h 30 – 20 h, salle FiguierAl barCe soir",
    "jeu. 26 nov.18 h 30 – 20 h, salle FiguierAl barAnnulée",
    "lun. 30 nov.18 h 30 – 20 h, salle FiguierAl bar",
  ]);
});

test("when every date is past, a sentence says so", () => {
  show({ ...summary, slots: [], next: [] });
  expect(screen.getByText("Toutes les séances ont eu lieu.")).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Prochaines dates" })).toBeNull();
});

test("a list that could not be read is asked for again", async () => {
  answer = () => Response.json({ status: 404, code: "not_found", message: "" }, { status: 404 });
  show();
  await userEvent.click(screen.getByText("Voir les 4 séances"));
  expect(await screen.findByText("Les séances n’ont pas pu être chargées.")).toBeTruthy();
  answer = () => Response.json(sessions);
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Annulée")).toBeTruthy();
});
