// The page of seats and waiting lists: its states, what an administrator and an editor find there, another order.
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, type Role, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { Entry } from "./api";
import { PlacesPage } from "./PlacesPage";

// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });

const NOW = new Date("2026-11-26T16:55:00Z"); // 17:55 in Paris
const MINUTE = 60_000; // milliseconds

const course = {
  id: 7,
  status: "PUBLISHED",
  type: "IN_PERSON",
  name: "Chiacchierare, parler de soi",
  lang: null,
  languageCode: "it",
  level: "A2",
  location: "Salle Figuier",
  startDate: "2026-11-24",
  endDate: "2027-02-06",
  price: 280,
  free: false,
  capacity: 10,
  seatsLeft: 0,
  offerHours: 24,
  waiting: 3,
  seatsOffered: 1,
  modules: [1, 2, 3, 4, 5].map((id) => ({ id: id * 10, title: `Module ${id}` })),
};

function entry(id: number, name: string, more: Partial<Entry> = {}) {
  return {
    ...{ id, version: 1, status: "WAITING", courseId: 7, reservedModuleIds: [], moduleTitles: [] },
    ...{ createdAt: "2026-11-18T08:12:00Z", firstName: name.split(" ")[0], forAnother: false },
    ...{ learnerName: name, payerName: name, email: `${id}@exemple.test`, rank: null },
    ...more,
  } as Entry;
}

const offer = {
  reservationId: 31,
  lines: [],
  amount: 224,
  offeredAt: "2026-11-26T09:20:00Z",
  until: "2026-11-28T09:20:00Z",
  hours: 24,
};
const offered = entry(1, "Paul Arnaud", {
  ...{ status: "OFFERED", reservedModuleIds: [20, 30, 40, 50], offer },
});
const unconfirmed = entry(9, "Kevin", {
  ...{ status: "UNCONFIRMED", learnerName: null, payerName: null, email: "kevin@exemple.test" },
});
const waiting = [
  entry(2, "Quitterie Delmas", { rank: 1 }),
  entry(3, "Alain Coste", { rank: 2, reservedModuleIds: [10, 30] }),
  entry(4, "Driss El Amrani", { rank: 3, forAnother: true, payerName: "Mireille Dumas" }),
];

const due = {
  ...course,
  ...{ id: 11, name: "Trop peu d’inscrits", waiting: 0, seatsOffered: 0, seatsLeft: 6 },
  ...{ minimumLearners: 6, decisionDay: "2026-11-26", enrolled: 4, startConfirmed: false },
};
const decision = {
  ...{ courseId: 11, minimumLearners: 6, decisionDay: "2026-11-26", enrolled: 4, last: null },
  ...{ startConfirmed: false, needsDecision: true, decidable: ["CONFIRM", "CANCEL"] },
};

let courses: object[] | Response;
let dueOnes: object[];
let lists: Record<number, Entry[] | Response>;
let sent: { path: string; ifMatch: string | null; body: unknown }[];
let refusal: (() => Response) | null;

const failed = () => Response.json({ code: "internal", message: "" }, { status: 500 });
const answer = (of: object | undefined) =>
  of instanceof Response ? of.clone() : Response.json(of ?? []);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  courses = [course];
  dueOnes = [];
  lists = { 7: [offered, ...waiting, unconfirmed] };
  sent = [];
  refusal = null;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api", "");
    if (request.method !== "GET") {
      const body = request.method === "PATCH" ? await request.json() : null;
      sent.push({ path, ifMatch: request.headers.get("If-Match"), body });
      return refusal?.() ?? Response.json(waiting[2]);
    }
    const list = /^\/waitlist\/course\/(\d+)$/.exec(path);
    if (list) return answer(lists[Number(list[1])]);
    if (path === "/courses/7/details") return answer(course);
    if (path === "/courses/11/details") return answer(due);
    if (path === "/courses/admin/11/decision") return answer(decision);
    if (path === "/courses/admin/decisions") return answer(dueOnes);
    return answer(path === "/courses" ? courses : []);
  });
});

afterEach(() => {
  endSession();
  vi.useRealTimers();
});

function open(role: Role = "ADMIN", at = "/course/places") {
  startSession({ accessToken: "a", refreshToken: "r", user: { ...student, role } }, false);
  const routes = [
    { path: "/course/places", element: <PlacesPage /> },
    { path: "/course/:id/places", element: <PlacesPage /> },
    { path: "*", element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  render(
    <Provider queries={queries}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

const list = () => screen.findByRole("list", { name: "Liste d’attente" });
const rowOf = async (name: string) => {
  const rows = within(await list()).getAllByRole("listitem");
  const row = rows.find(({ textContent }) => textContent?.includes(name));
  if (!row) throw new Error(name);
  return row;
};
const plain = (element: Element | null) => element?.textContent?.replace(/\s+/g, " ").trim();

test("an administrator sees seats, offers with their deadline, and the list in its order", async () => {
  open();
  const block = await screen.findByRole("region", { name: course.name });
  await list();
  expect(screen.getByText("1 offre en cours, 3 personnes en attente")).toBeTruthy();
  expect(plain(block.querySelector("header p"))).toMatch(
    /^Présentiel · Salle Figuier · .* · 280 €$/,
  );
  expect(plain(block)).toContain("9 prises 1 proposée 0 libre sur 10");
  const arches = [...block.querySelectorAll("i[data-is]")].map((one) =>
    one.getAttribute("data-is"),
  );
  expect(arches).toEqual([...Array(9).fill("taken"), "offered"]);
  const offers = screen.getByRole("list", { name: "Offres en cours" });
  expect(plain(offers)).toContain("Paul ArnaudModules 2 à 5 · 224 €");
  expect(plain(offers)).toContain("Jusqu’au samedi 28 novembre, 10 h 20");
  expect(plain(offers)).toContain("reste 20 h 25");
  expect(plain(await rowOf("Quitterie"))).toContain("Cours complet · dès que possible");
  expect(plain(await rowOf("Quitterie"))).toContain("mer. 18 nov., 9 h 12");
  expect(plain(await rowOf("Alain"))).toContain("Modules 1 et 3");
  expect(plain(await rowOf("Driss"))).toContain("payé par Mireille Dumas");
  const last = await rowOf("kevin@exemple.test");
  expect(plain(last)).toMatch(/^–.*Adresse pas encore confirmée, sans rang/);
  expect(within(last).queryByRole("button")).toBeNull();
  expect(block.textContent).toContain("sera proposée à Quitterie Delmas. Changer l’ordre");
  const change = screen.getByRole("link", { name: /^Modifier le délai/ });
  expect(change.getAttribute("href")).toBe("/course/edit/7#offerHours");
});

test("the countdown follows the clock, and says when the time is up", async () => {
  open();
  const offers = await screen.findByRole("list", { name: "Offres en cours" });
  const at = (instant: string) => {
    vi.setSystemTime(instant);
    act(() => void vi.advanceTimersByTime(MINUTE));
  };
  at("2026-11-28T09:00:00Z");
  await waitFor(() => expect(plain(offers)).toContain("reste 19 min"));
  expect(plain(offers)).toContain("Jusqu’à aujourd’hui, 10 h 20");
  at("2026-11-28T09:20:00Z");
  await waitFor(() => expect(plain(offers)).toContain("délai écoulé"));
});

test("an editor sees names, and nothing to do or to pay", async () => {
  const hidden = { email: null };
  lists[7] = [offered, ...waiting, { ...unconfirmed, ...hidden }].map((one) => ({
    ...one,
    ...hidden,
  }));
  open("EDITOR");
  const block = await screen.findByRole("region", { name: course.name });
  expect(plain(await rowOf("Kevin"))).toContain("sans rang");
  expect(within(block).queryAllByRole("button")).toEqual([]);
  expect(plain(block)).toContain("Paul ArnaudModules 2 à 5Jusqu’au");
  expect(block.textContent).not.toContain("motif");
});

test("another order asks for a reason, and is sent with the version that was seen", async () => {
  const user = open();
  await list();
  const up = screen.getByRole("button", { name: "Monter Driss El Amrani" });
  up.focus();
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Changer l’ordre" });
  expect(dialog.textContent).toContain("Driss El Amrani passe du rang 3 au rang 2.");
  const reason = within(dialog).getByLabelText("Motif");
  await user.click(within(dialog).getByRole("button", { name: "Changer l’ordre" }));
  expect(dialog.textContent).toContain("Une raison est nécessaire.");
  await user.type(reason, "ok");
  expect(dialog.textContent).toContain("Minimum 3 caractères requis");
  await user.type(reason, ", vu avec Driss");
  lists[7] = [waiting[0], waiting[2], waiting[1]].map(
    (one, at) => ({ ...one, rank: at + 1 }) as Entry,
  );
  await user.click(within(dialog).getByRole("button", { name: "Changer l’ordre" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const body = { before: 3, reason: "ok, vu avec Driss" };
  expect(sent).toEqual([{ path: "/waitlist/4/position", ifMatch: '"1"', body }]);
  expect(plain(await rowOf("Driss"))).toMatch(/^2/);
  expect(await screen.findByText("Driss El Amrani est maintenant au rang 2.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(up));
});

test("whoever was faster is shown first; what was typed stays, and goes out over the new version", async () => {
  const user = open();
  await list();
  await user.click(screen.getByRole("button", { name: "Descendre Quitterie Delmas" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Motif"), "À sa demande");
  refusal = () => Response.json({ code: "stale", message: "" }, { status: 412 });
  lists[7] = [waiting[1], { ...waiting[0], version: 5 }, waiting[2]].map(
    (one, at) => ({ ...one, rank: at + 1 }) as Entry,
  );
  const submit = within(dialog).getByRole("button", { name: "Changer l’ordre" });
  await user.click(submit);
  expect(await within(dialog).findByText(/^La liste a changé entre-temps/)).toBeTruthy();
  expect(dialog.textContent).toContain("Quitterie Delmas passe du rang 2 au rang 3.");
  refusal = null;
  await user.click(submit);
  await waitFor(() => expect(sent).toHaveLength(2));
  const body = { before: null, reason: "À sa demande" };
  expect(sent[1]).toEqual({ path: "/waitlist/2/position", ifMatch: '"5"', body });
});

test("the menu puts at the top, and offers a seat where one is free", async () => {
  const user = open();
  const more = (name: string) =>
    screen.getByRole("button", { name: `Autres actions pour « ${name} »` });
  await list();
  await user.click(more("Driss El Amrani"));
  const none = await screen.findByRole("menuitem", { name: /^Proposer une place/ });
  expect(none.hasAttribute("disabled")).toBe(true);
  await user.click(screen.getByRole("menuitem", { name: "Mettre en tête : Driss El Amrani" }));
  expect((await screen.findByRole("dialog")).textContent).toContain("du rang 3 au rang 1");
  await user.keyboard("{Escape}");
  await user.click(more("Quitterie Delmas"));
  const top = await screen.findByRole("menuitem", { name: "Mettre en tête : Quitterie Delmas" });
  expect(top.hasAttribute("disabled")).toBe(true);
});

test("a free seat is offered out of the order after a question", async () => {
  courses = [{ ...course, seatsLeft: 1 }];
  const user = open();
  await list();
  await user.click(screen.getByRole("button", { name: /^Autres actions pour « Alain/ }));
  await user.click(await screen.findByRole("menuitem", { name: /^Proposer une place/ }));
  const dialog = await screen.findByRole("dialog", { name: "Proposer une place" });
  await user.click(within(dialog).getByRole("button", { name: "Proposer la place" }));
  await waitFor(() =>
    expect(sent).toEqual([{ path: "/waitlist/3/offer", ifMatch: null, body: null }]),
  );
  expect(await screen.findByText("Une place est proposée à Alain Coste.")).toBeTruthy();
});

test("courses without a list are not shown; a full one whose last seat is on offer is", async () => {
  const full = { ...course, id: 8, name: "Dernière place", waiting: 0 };
  const quiet = { ...course, id: 9, name: "Complet, sans attente", waiting: 0, seatsOffered: 0 };
  const roomy = {
    ...course,
    id: 10,
    name: "De la place",
    waiting: 0,
    seatsOffered: 0,
    seatsLeft: 4,
  };
  courses = [course, full, quiet, roomy];
  lists[8] = [offered];
  open();
  expect(await screen.findByText("2 offres en cours, 3 personnes en attente")).toBeTruthy();
  const names = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(names).toEqual([course.name, "Dernière place"]);
  expect(screen.getByText("Personne n’attend de place dans ce cours.")).toBeTruthy();
});

test("a course to decide on comes first, though nobody waits for a seat in it", async () => {
  courses = [course, due];
  dueOnes = [{ courseId: 11 }];
  open();
  expect(
    await screen.findByText("1 décision à prendre, 1 offre en cours, 3 personnes en attente"),
  ).toBeTruthy();
  const [first] = screen.getAllByRole("heading", { level: 2 });
  expect(first?.textContent).toBe("Trop peu d’inscrits");
  const block = await screen.findByRole("region", { name: "Trop peu d’inscrits" });
  expect(await within(block).findByText("À décider aujourd’hui")).toBeTruthy();
  expect(within(block).getByText("4 inscriptions, minimum 6")).toBeTruthy();
  expect(within(block).getByRole("link", { name: /^Décider du démarrage/ })).toBeTruthy();
});

test("nobody waits anywhere, and what does not come is asked for again", async () => {
  courses = failed();
  const user = open();
  const retry = await screen.findByRole("button", { name: "Réessayer" });
  courses = [{ ...course, waiting: 0, seatsOffered: 0, seatsLeft: 3 }];
  await user.click(retry);
  expect(await screen.findByText(/^Aucune place n’est proposée/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Liste des cours" })).toBeTruthy();
});

test("a list that does not come fails in its own block", async () => {
  lists[7] = failed();
  const user = open();
  const retry = await screen.findByRole("button", { name: "Réessayer" });
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(course.name);
  lists[7] = waiting;
  await user.click(retry);
  expect(within(await list()).getAllByRole("listitem")).toHaveLength(3);
});

test("a long list has pages, and moving looks beyond them", async () => {
  lists[7] = Array.from({ length: 60 }, (_, at) =>
    entry(100 + at, `Personne ${at + 1}.`, { rank: at + 1 }),
  );
  const user = open("ADMIN", "/course/7/places");
  expect(within(await list()).getAllByRole("listitem")).toHaveLength(50);
  await user.click(screen.getByRole("button", { name: "Page 2" }));
  expect(within(await list()).getAllByRole("listitem")).toHaveLength(10);
  await user.click(screen.getByRole("button", { name: "Monter Personne 51." }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByLabelText("Motif"));
  await user.paste("Erreur de saisie");
  await user.click(within(dialog).getByRole("button", { name: "Changer l’ordre" }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ before: 149 }));
});
