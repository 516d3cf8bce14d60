// The page of a decision: what is asked for, what is read before it is done, and what is refused where.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import type { CourseDecision, DecisionPreview } from "../../ui/decisionTypes";
import { DecisionPage } from "./DecisionPage";
import { course, decision, elsewhere, other, preview, reservation } from "./fixtures";

// jsdom has no fonts, whose loading fields that grow wait for.
Object.assign(document, { fonts: new EventTarget() });

let sent: { path: string; body: Record<string, unknown> }[];
let standing: CourseDecision;
let previews: (() => Response)[];
let decides: (() => Response)[];

const problem = (status: number, body: object) => () =>
  Response.json({ message: "", ...body }, { status });
const seen =
  (more: Partial<DecisionPreview> = {}) =>
  () =>
    Response.json({ ...preview, ...more });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-26T16:55:00Z"), shouldAdvanceTime: true });
  sent = [];
  standing = decision;
  previews = [seen()];
  decides = [() => Response.json({ ...decision, decidable: [] })];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api/courses", "");
    if (request.method === "POST") {
      sent.push({ path, body: await request.json() });
      const answers = path.endsWith("/preview") ? previews : decides;
      return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Response.error();
    }
    if (path === "/7/details") return Response.json(course);
    if (path === "/admin/7/decision") return Response.json(standing);
    return Response.json(path === "" ? [course, elsewhere, other] : []);
  });
});

afterEach(() => {
  endSession();
  vi.useRealTimers();
});

function open() {
  const user = { ...student, role: "ADMIN" as const };
  startSession({ accessToken: "a", refreshToken: "r", user }, false);
  const routes = [
    { path: "/course/:id/decision", element: <DecisionPage /> },
    { path: "/course/7/places", element: <p>places</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/course/7/decision"] });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  render(
    <Provider queries={queries}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

type User = ReturnType<typeof open>;

const choose = async (user: User, name: RegExp) =>
  user.click(await screen.findByRole("radio", { name }));
const look = (user: User) =>
  user.click(screen.getByRole("button", { name: "Voir les conséquences" }));
const effects = () => screen.findByRole("region", { name: "Ce que cela fait" });
const plain = (element: Element | null) => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";

async function type(user: User, label: RegExp, text: string) {
  const field = screen.getByRole("textbox", { name: label });
  await user.clear(field);
  if (text) await user.type(field, text);
}

test("new dates: people and money are read, then it is done with the seen fingerprint", async () => {
  const user = open();
  await choose(user, /^Proposer de nouvelles dates/);
  await type(user, /^Nouveau début/, "16/12/2026");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Nouvelle fin/ }).value).toBe(
    "24/02/2027",
  );
  await type(user, /^Motif/, "Trop peu d’inscrits");
  await look(user);
  const region = await effects();
  await waitFor(() =>
    expect(document.activeElement).toBe(within(region).getByText("Ce que cela fait")),
  );
  const text = plain(region);
  expect(text).toContain("5 personnes reçoivent un e-mail");
  expect(text).toContain("Nouvelles dates : 16 déc. – 24 févr.");
  expect(text).toContain("Hugo Bernat240,00 € payés");
  expect(text).toContain("payeur : Léo Escoffier");
  expect(text).toContain("Si oui : 0,00 € remboursésSi non : 240,00 € remboursésà la main");
  expect(text).toContain("1 inscription accordéeLa place est gardée.Lucie Tran");
  expect(text).toContain("1 place gardée, pas payéeLibération immédiate.Aline Roux");
  expect(text).toContain("mer. 9 déc. → mer. 23 déc., 18 hNoël");
  expect(text).toContain("Remboursé si tous refusent720,00 €");
  await user.click(
    screen.getByRole("button", { name: "Proposer les nouvelles dates à 3 personnes" }),
  );
  expect(await screen.findByText("places")).toBeTruthy();
  const body = {
    ...{ choice: "NEW_DATES", startDate: "2026-12-16", endDate: "2027-02-24" },
    ...{ answerBy: "2026-12-03", reason: "Trop peu d’inscrits" },
  };
  expect(sent).toEqual([
    { path: "/admin/7/decision/preview", body },
    { path: "/admin/7/decision", body: { ...body, fingerprint: "f1" } },
  ]);
});

test("what is missing is said at its field, and nothing is sent", async () => {
  const user = open();
  await choose(user, /^Proposer de nouvelles dates/);
  await type(user, /^Nouveau début/, "16/12/2026");
  await type(user, /^Nouvelle fin/, "15/12/2026");
  await type(user, /^Réponse jusqu’au/, "");
  await look(user);
  expect(screen.getByText("La date de fin doit être postérieure à la date de début.")).toBeTruthy();
  const answer = screen.getByRole("textbox", { name: /^Réponse jusqu’au/ });
  expect(answer.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^Nouvelle fin/ }));
  expect(sent).toEqual([]);
});

test("another value takes the preview away", async () => {
  previews = [seen({ choice: "CANCEL" })];
  const user = open();
  await choose(user, /^Annuler et rembourser/);
  await look(user);
  await effects();
  await type(user, /^Motif/, "Le professeur est malade");
  expect(screen.queryByRole("region", { name: "Ce que cela fait" })).toBeTruthy();
  await choose(user, /^Confirmer avec 4 élèves/);
  expect(screen.queryByRole("region", { name: "Ce que cela fait" })).toBeNull();
  expect(screen.getByRole("button", { name: "Voir les conséquences" })).toBeTruthy();
});

test("a cancellation needs a reason, and says what it gives back", async () => {
  const refunded = { outcome: "REFUNDED" } as const;
  const reservations = [
    reservation(1, "Hugo Bernat", refunded),
    reservation(2, "Océane Blanc", { ...refunded, byHand: true }),
  ];
  const money = { refundNow: 240, byHandNow: 240, refundIfAllRefuse: 0 };
  previews = [seen({ choice: "CANCEL", reservations, waiting: 2, movedSessions: [], ...money })];
  const user = open();
  await choose(user, /^Annuler et rembourser/);
  await look(user);
  const text = plain(await effects());
  expect(text).toContain("240,00 € remboursés tout de suite");
  expect(text).toContain("Remboursé tout de suite240,00 €À remettre à la main240,00 €");
  expect(text).toContain("2 personnes attendent une place : leur demande prend fin.");
  expect(text).toContain("L’accès se ferme.");
  expect(text).not.toContain("Remboursé si tous");
  const submit = screen.getByRole("button", { name: /^Annuler le cours et rembourser 480/ });
  await user.click(submit);
  expect(screen.getByText("Une raison est nécessaire.")).toBeTruthy();
  const reason = screen.getByRole("textbox", { name: /^Motif/ });
  expect(document.activeElement).toBe(reason);
  await user.type(reason, "Trop peu d’inscrits");
  await user.click(submit);
  expect(await screen.findByText("places")).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({
    ...{ choice: "CANCEL", reason: "Trop peu d’inscrits", fingerprint: "f1" },
  });
});

test("another course is chosen among the open ones of the language", async () => {
  const target = { id: 8, name: "En ville", startDate: "2026-12-09", endDate: "2027-02-10" };
  const reservations = [reservation(1, "Hugo Bernat", { newPrice: 196, refundIfAccepted: 44 })];
  previews = [
    seen({
      choice: "OTHER_COURSE",
      ...{ reservations, target: { ...target, price: 196, seatsLeft: 4 }, movedSessions: [] },
      ...{ refundIfAllAccept: 44, refundIfAllRefuse: 240 },
    }),
  ];
  const user = open();
  await choose(user, /^Proposer un autre cours/);
  await user.click(await screen.findByRole("combobox", { name: "Autre cours" }));
  const options = await screen.findAllByRole("option");
  expect(options.map(plain)).toEqual(["En villeA2 · dès le 9 déc. · 196 € · 4 places libres"]);
  await user.click(options[0] as HTMLElement);
  await look(user);
  const text = plain(await effects());
  expect(text).toContain("Si oui : 44,00 € remboursés");
  expect(text).toContain("Nouveau prix : 196,00 €");
  expect(screen.getByRole("button", { name: "Proposer l’autre cours à 1 personne" })).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    ...{ choice: "OTHER_COURSE", answerBy: "2026-12-03", targetCourseId: 8 },
  });
});

test("a preview that is out of date is read anew, and confirmed again", async () => {
  previews = [
    seen({ choice: "CONFIRM", people: 4 }),
    seen({ choice: "CONFIRM", people: 5, fingerprint: "f2" }),
  ];
  decides.unshift(problem(409, { code: "preview_changed" }));
  const user = open();
  await choose(user, /^Confirmer avec 4 élèves/);
  await look(user);
  await effects();
  await user.click(screen.getByRole("button", { name: /^Confirmer le cours et prévenir 4/ }));
  expect(await screen.findByText(/^Les inscriptions ont changé entre-temps/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /^Confirmer le cours et prévenir 5/ }));
  expect(await screen.findByText("places")).toBeTruthy();
  expect(sent.at(-1)?.body).toEqual({ choice: "CONFIRM", fingerprint: "f2" });
});

test.each([
  [
    { code: "invalid", fields: [{ name: "startDate", code: "start_in_past", message: "" }] },
    "Le premier jour doit être à venir.",
  ],
  [
    {
      code: "invalid",
      fields: [
        {
          ...{ name: "answerBy", code: "answer_by_out_of_range", message: "" },
          params: { min: "2026-11-27", max: "2026-12-01" },
        },
      ],
    },
    "Possible du 27 novembre 2026 au 1er décembre 2026.",
  ],
  [
    {
      code: "outside_course_dates",
      params: { day: "2027-02-10", newDay: "2027-03-03", startTime: "18:00" },
    },
    "La séance du 10 février 2027 passerait au 3 mars 2027, hors des nouvelles dates.",
  ],
  [{ code: "course_begun" }, /^Ce cours a commencé/],
])("a refusal stands at its field, else above the button: %o", async (refused, text) => {
  previews = [problem(409, refused)];
  const user = open();
  await choose(user, /^Proposer de nouvelles dates/);
  await type(user, /^Nouveau début/, "16/12/2026");
  await look(user);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Ce que cela fait" })).toBeNull();
});

test("a course without enough seats is said at the choice of the course", async () => {
  previews = [problem(409, { code: "full" })];
  const user = open();
  await choose(user, /^Proposer un autre cours/);
  await user.click(await screen.findByRole("combobox", { name: "Autre cours" }));
  await user.click(await screen.findByRole("option"));
  await look(user);
  expect(await screen.findByText("Ce cours n’a pas assez de places pour tous.")).toBeTruthy();
  expect(screen.queryByText("Ce cours est complet.")).toBeNull();
});

test("while answers are awaited the course can only be cancelled", async () => {
  const proposal = { id: 1, reservationId: 1, status: "OPEN" } as const;
  const last = {
    ...{ id: 1, choice: "NEW_DATES", decidedAt: "2026-11-20T10:00:00Z", decidedBy: null },
    ...{ reason: null, answerBy: "2026-12-01", oldStartDate: "2026-11-25" },
    ...{ oldEndDate: "2027-02-03", newStartDate: "2026-12-02", newEndDate: "2027-02-10" },
    ...{ targetCourseId: null, targetCourseName: null },
    proposals: [
      {
        ...proposal,
        ...{ payer: { name: null, email: null }, learner: { name: "Hugo", email: null } },
        ...{ answeredAt: null, refund: 240, byHand: false },
      },
    ],
  } as CourseDecision["last"];
  standing = { ...decision, decidable: ["CANCEL"], last };
  open();
  expect(await screen.findByText(/^Des réponses à la décision précédente/)).toBeTruthy();
  const disabled = screen.getAllByRole("radio").map((radio) => radio.hasAttribute("disabled"));
  expect(disabled).toEqual([true, true, true, false]);
});

test("a course that is not published has no decision to take", async () => {
  standing = { ...decision, decidable: [] };
  open();
  expect(await screen.findByText("Il n’y a rien à décider pour ce cours.")).toBeTruthy();
  expect(screen.queryByRole("radio")).toBeNull();
});
