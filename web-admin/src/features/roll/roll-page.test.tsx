// Calling the roll: what a press means, what closing asks, what is shown once it is closed.
import type { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { type Roster, type RosterRow, rosterQuery } from "../../ui/classSessions";
import type { Gesture } from "./marks";
import { note, outboxOf, send } from "./outbox";
import { RollPage } from "./RollPage";

const session = {
  id: 5,
  courseName: "Primi passi",
  date: "2026-11-26",
  startTime: "18:30",
  minutes: 90,
  startsAt: "2026-11-26T17:30:00Z",
  endsAt: "2026-11-26T19:00:00Z",
  roomName: "Salle Figuier",
  status: "PLANNED",
} as Roster["session"];

const row = (subscriptionId: number, learnerName: string, more: Partial<RosterRow> = {}) => ({
  subscriptionId,
  learnerId: subscriptionId,
  learnerName,
  since: "2026-11-09",
  level: null,
  needs: null,
  mark: null,
  scan: null,
  ...more,
});

const scan = { at: "2026-11-26T17:24:00Z" };
// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });

let roster: Roster;
let sent: Gesture[];
let closed: number;
let queries: QueryClient;

beforeEach(() => {
  startSession(
    { accessToken: "a", refreshToken: "r", user: { ...student, role: "TEACHER", teacherId: 2 } },
    false,
  );
  window.dispatchEvent(new StorageEvent("storage", { key: null })); // it was emptied after the last test
  sent = [];
  closed = 0;
  roster = {
    session,
    rows: [row(1, "Lucas Andrieu"), row(2, "Sarah Cohen"), row(3, "Jeanne Morel", { scan })],
    sheet: null,
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/attendance")) return Response.json(stored(await request.json()));
    if (pathname.endsWith("/close")) {
      closed += 1;
      const sheet = {
        closedAt: "2026-11-26T19:05:00Z",
        closedBy: "C. B.",
        hash: "ab",
        number: "1",
      };
      roster = { ...roster, sheet };
      return Response.json(sheet);
    }
    return Response.json(roster);
  });
});

afterEach(() => {
  endSession();
  vi.restoreAllMocks();
  window.dispatchEvent(new Event("online"));
});

function stored(gestures: Gesture[]) {
  sent.push(...gestures);
  roster = {
    ...roster,
    rows: roster.rows.map((one) => {
      const last = gestures.findLast(({ subscriptionId }) => subscriptionId === one.subscriptionId);
      if (!last) return one;
      const { status, manner, markedAt, minutes = null, reason = null } = last;
      return { ...one, mark: { status, manner, markedAt, minutes, reason } };
    }),
  };
  const results = gestures.map(({ clientId }) => ({ clientId, status: "STORED" }));
  return { results, roster };
}

function open() {
  const routes = [
    { path: "/seances/:id/appel", element: <RollPage /> },
    { path: "*", element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/seances/5/appel"] });
  queries = createQueryClient();
  render(
    <Provider queries={queries}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup();
}

const person = (name: string) =>
  screen.findByRole("button", { name: new RegExp(`^(?!Retard ou).*${name}`) });

test("a press marks as there, the next one as absent, and the last press is taken back", async () => {
  const user = open();
  const lucas = await person("Lucas Andrieu");
  await user.click(lucas);
  expect(lucas.textContent).toContain("Présence");
  await user.click(lucas);
  expect(lucas.textContent).toContain("Absence");
  await user.click(screen.getByRole("button", { name: "Annuler" }));
  expect(lucas.textContent).toContain("Présence");
});

test("the three dots open the four states, and the minutes of who is late", async () => {
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Retard ou absence : Sarah Cohen" }));
  const states = screen.getByRole("group", { name: "État de Sarah Cohen" });
  await user.click(within(states).getByRole("button", { name: "Retard" }));
  await user.click(screen.getByRole("button", { name: "20" }));
  expect((await person("Sarah Cohen")).textContent).toContain("Retard, 20 min");
});

test("other minutes are typed, and are less than the session lasts", async () => {
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Retard ou absence : Sarah Cohen" }));
  const states = screen.getByRole("group", { name: "État de Sarah Cohen" });
  await user.click(within(states).getByRole("button", { name: "Retard" }));
  const field = screen.getByRole("textbox", { name: "Autre nombre de minutes" });
  await user.clear(field);
  await user.type(field, "7{Enter}");
  expect((await person("Sarah Cohen")).textContent).toContain("Retard, 7 min");
  await user.clear(field);
  await user.type(field, "300{Enter}");
  expect((await person("Sarah Cohen")).textContent).toContain("Retard, 89 min");
  await send(5);
  expect(sent.map(({ minutes }) => minutes)).toEqual([10, 7, 89]);
});

test("marks taken from the signed sheet say so, those before it do not", async () => {
  const user = open();
  await user.click(await person("Lucas Andrieu"));
  await user.click(screen.getByRole("switch", { name: /^D’après la feuille signée/ }));
  await user.click(await person("Sarah Cohen"));
  await send(5);
  expect(sent.map(({ manner }) => manner)).toEqual(["TEACHER", "PAPER"]);
});

test("everybody is there but who scanned; closing leads to what is missing, asks, and sends first", async () => {
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Tous présents" }));
  const close = screen.getByRole("button", { name: "Clore l’appel" });
  expect(screen.getByText("Il reste 1 scan à confirmer.")).toBeTruthy();
  await user.click(close);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement?.textContent).toContain("Jeanne Morel");
  await user.click(screen.getByRole("button", { name: "Confirmer la présence : Jeanne Morel" }));
  await user.click(close);
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("3 présences");
  await user.click(within(dialog).getByRole("button", { name: "Clore l’appel" }));
  expect(await screen.findByText(/Appel clos le/)).toBeTruthy();
  expect(sent.map(({ subscriptionId, manner }) => [subscriptionId, manner])).toEqual([
    [1, "TEACHER"],
    [2, "TEACHER"],
    [3, "TEACHER"],
  ]);
  expect(closed).toBe(1);
});

test("a closed roll call is read-only; a correction says why", async () => {
  const mark = { status: "ABSENT", manner: "TEACHER", markedAt: scan.at } as const;
  roster = {
    ...roster,
    rows: [row(2, "Sarah Cohen", { mark: { ...mark, minutes: null, reason: null } })],
    sheet: { closedAt: "2026-11-26T19:05:00Z", closedBy: "C. B.", hash: "abc123", number: "1" },
  };
  const user = open();
  expect(await screen.findByText("abc123")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Clore l’appel" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Corriger : Sarah Cohen" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Excusée" }));
  await user.click(within(dialog).getByRole("button", { name: "Corriger" }));
  expect(sent).toEqual([]);
  await user.type(within(dialog).getByLabelText("Raison de la correction"), "Certificat reçu");
  await user.click(within(dialog).getByRole("switch", { name: /^D’après la feuille signée/ }));
  await user.click(within(dialog).getByRole("button", { name: "Corriger" }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { subscriptionId: 2, status: "EXCUSED", manner: "PAPER", reason: "Certificat reçu" },
    ]),
  );
});

test("without a network the strip counts what waits", async () => {
  const user = open();
  const lucas = await person("Lucas Andrieu");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
  await user.click(lucas);
  expect(await screen.findByText("1 geste attend le réseau.")).toBeTruthy();
});

test("with the storage full a press counts all the same", async () => {
  const user = open();
  const lucas = await person("Lucas Andrieu");
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await user.click(lucas);
  full.mockRestore();
  expect(lucas.textContent).toContain("Présence");
  await send(5);
  expect(sent).toMatchObject([{ subscriptionId: 1, status: "PRESENT" }]);
});

test("an older answer does not take back what was just stored", async () => {
  const user = open();
  const lucas = await person("Lucas Andrieu");
  const older = roster;
  const school = globalThis.fetch;
  let answerOlder = () => {};
  vi.stubGlobal("fetch", async (request: Request) => {
    if (!request.url.endsWith("/roster")) return school(request);
    await new Promise<void>((resolve) => {
      answerOlder = resolve;
    });
    return Response.json(older);
  });
  const { queryKey } = rosterQuery(5);
  void queries.refetchQueries({ queryKey });
  await waitFor(() => expect(queries.isFetching({ queryKey })).toBe(1));
  await user.click(lucas);
  await send(5);
  await waitFor(() => expect(markOf(1)).toBe("PRESENT"));
  answerOlder();
  await waitFor(() => expect(queries.isFetching({ queryKey })).toBe(0));
  expect(markOf(1)).toBe("PRESENT");
});

const markOf = (id: number) =>
  queries
    .getQueryData<Roster>(rosterQuery(5).queryKey)
    ?.rows.find(({ subscriptionId }) => subscriptionId === id)?.mark?.status;

test("marks of a session that is no longer there are shown, copied and given up after a question", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ code: "not_found" }, { status: 404 }));
  note(5, [{ subscriptionId: 1, status: "LATE", minutes: 10 }]);
  await send(5);
  const user = open();
  expect(await screen.findByText(/Cette séance n’existe pas/)).toBeTruthy();
  expect(screen.getByText(/L’école n’a pas pris 1 geste/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Copier la liste" }));
  expect(await navigator.clipboard.readText()).toMatch(/^Inscription n°\s1 · Retard, 10 min · /);
  await user.click(screen.getByRole("button", { name: "Abandonner ces gestes" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Abandonner ces gestes" }));
  await waitFor(() => expect(screen.queryByText(/L’école n’a pas pris/)).toBeNull());
  expect(outboxOf(5)).toMatchObject({ waiting: [], failure: null });
});
