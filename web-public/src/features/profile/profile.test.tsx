// The profile against answers of the server that a demo school does not give.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { currentSession, endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { addDays, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { ProfilePage } from "./ProfilePage";

type Answer = (body: Record<string, unknown>, request: Request) => Response;

const json =
  (body: unknown, status = 200): Answer =>
  () =>
    Response.json(body, { status });
const nothing =
  (status = 204): Answer =>
  () =>
    new Response(null, { status });

function open(path: string, answers: Record<string, Answer>) {
  const sent: { call: string; body: Record<string, unknown>; ifMatch: string | null }[] = [];
  vi.stubGlobal("fetch", async (input: Request | string) => {
    if (typeof input === "string") return Response.json([]);
    const call = `${input.method} ${new URL(input.url).pathname.replace("/api", "")}`;
    const text = await input.text();
    const body = text ? JSON.parse(text) : {};
    sent.push({ call, body, ifMatch: input.headers.get("If-Match") });
    return answers[call]?.(body, input) ?? Response.json({ code: "not_found" }, { status: 404 });
  });
  const page = (
    <ProfilePage
      signIn="/login"
      toPayment={() => "/paiement"}
      google={({ frame }) => frame("Google ici")}
    />
  );
  const router = createMemoryRouter(
    [
      { path: "/profile", element: page },
      { path: "*", element: <p>ailleurs</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, sent, user: userEvent.setup() };
}

const purchase = {
  papers: [],
  payerId: student.id,
  payerEmail: student.email,
  learnerEmail: student.email,
  learnerName: null,
  lines: [{ moduleId: null, title: "Primi passi", amount: 90 }],
  amount: 90,
  currency: "EUR",
  createdAt: "2026-11-02T10:00:00.000Z",
  expiresAt: "2026-11-09T10:00:00.000Z",
  desk: false,
  forAnother: false,
  cancellable: false,
  refunds: [],
};
const reservation = (id: number, more: object = {}, of: object = {}) => ({
  id,
  version: 1,
  status: "CONFIRMED",
  courseId: 7,
  courseName: `Cours ${id}`,
  courseType: "ONLINE",
  courseSlug: "cours",
  reservedModuleIds: [],
  moduleTitles: [],
  requestedStartDate: "2026-12-01",
  userId: student.id,
  purchase: { ...purchase, ...of },
  ...more,
});

beforeEach(() => {
  endSession();
  startSession({ user: student, accessToken: "a", refreshToken: "r" }, false);
});

test("without a session one signs in and comes back to the same tab", async () => {
  endSession();
  const { router } = open("/profile?tab=purchases", {});
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(new URLSearchParams(router.state.location.search).get("next")).toBe(
    "/profile?tab=purchases",
  );
});

test("changes made elsewhere to other fields are kept without a question", async () => {
  const newer = { ...student, version: 4, country: "Italie" };
  const { user, sent } = open("/profile", {
    "GET /users/me": json(student),
    "PUT /users/3": (body, request) =>
      request.headers.get("If-Match") === '"4"'
        ? Response.json({ ...newer, ...body, version: 5 })
        : Response.json({ code: "stale", status: 412, current: newer }, { status: 412 }),
  });
  const name = await screen.findByLabelText("Prénom");
  await user.clear(name);
  await user.type(name, "Jeannette");
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Vos informations sont enregistrées.")).toBeTruthy();
  const saves = sent.filter(({ call }) => call === "PUT /users/3");
  expect(saves.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"4"']);
  expect(saves.at(-1)?.body).toMatchObject({ firstName: "Jeannette", country: "Italie" });
  expect(currentSession()?.user.firstName).toBe("Jeannette");
});

test("leaving with something unsaved is asked about, and allowed", async () => {
  const { router, user } = open("/profile", {
    "GET /users/me": json(student),
    "GET /users/3/needs": json(null),
  });
  await screen.findByLabelText("Votre note"); // a form with nothing unsaved does not speak for the other
  await user.type(await screen.findByLabelText("Prénom"), "tte");
  await user.click(screen.getByRole("link", { name: "Mes cours" }));
  const guard = within(await screen.findByRole("dialog", { name: "Quitter sans enregistrer ?" }));
  await user.click(guard.getByRole("button", { name: "Quitter sans enregistrer" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/profile/subscriptions"));
});

describe("an account without a password", () => {
  const me = { ...student, hasPassword: false, googleLinked: true };

  test("gets its first one, and its farewell, by a link", async () => {
    const { sent, user } = open("/profile?tab=security", {
      "GET /users/me": json(me),
      "GET /auth/sessions": json([]),
      "POST /users/forgot-password": nothing(),
      "DELETE /users/me": nothing(202),
    });
    await user.click(await screen.findByRole("button", { name: "Recevoir le lien" }));
    expect(
      await screen.findByText(/Un lien vient d’être envoyé à student@preau.test/),
    ).toBeTruthy();
    expect(screen.getByText("Google ici")).toBeTruthy();

    await user.click(screen.getByRole("tab", { name: "Mes données" }));
    await user.click(screen.getByRole("button", { name: "Supprimer mon compte" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(/SUPPRIMER/), "supprimer");
    await user.click(dialog.getByRole("button", { name: "Recevoir un lien" }));
    expect(await screen.findByText(/rien n’est effacé avant que vous l’ouvriez/)).toBeTruthy();
    expect(sent.find(({ call }) => call === "DELETE /users/me")?.body).toEqual({
      currentPassword: null,
    });
    expect(currentSession()).not.toBeNull();
  });

  test("is told to choose one before its address moves", async () => {
    const { user } = open("/profile", { "GET /users/me": json(me) });
    await user.click(await screen.findByRole("button", { name: "Changer d’adresse" }));
    expect(screen.getByRole("link", { name: "Choisir un mot de passe" })).toBeTruthy();
  });
});

describe("purchases", () => {
  const show = (reservations: unknown[]) =>
    open("/profile?tab=purchases", {
      "GET /users/me": json(student),
      "GET /reservations/me": json(reservations),
    });

  test("leave out what somebody else paid, and come ten at a time", async () => {
    const many = Array.from({ length: 12 }, (_, at) => reservation(at + 1));
    const { user } = show([...many, reservation(99, { purchase: undefined })]);
    expect(await screen.findAllByRole("article")).toHaveLength(10);
    await user.click(screen.getByRole("button", { name: "Afficher d’autres achats" }));
    expect(screen.getAllByRole("article")).toHaveLength(12);
    expect(screen.queryByText("Cours 99")).toBeNull();
  });

  test("say for whom, how they were paid and what came back", async () => {
    show([
      reservation(
        1,
        { userId: 12 },
        {
          forAnother: true,
          learnerName: "Léo Petit",
          learnerEmail: "leo@preau.test",
          confirmedAt: "2026-11-02T23:30:00.000Z",
          confirmedBy: "TRANSFER",
        },
      ),
      reservation(
        2,
        { status: "CANCELLED" },
        { refunds: [{ id: 1, amount: 90, status: "FAILED", reason: "CANCELLED", createdAt: "" }] },
      ),
    ]);
    const [given, refunded] = (await screen.findAllByRole("article")).map((one) => within(one));
    expect(given?.getByText("Léo Petit")).toBeTruthy();
    expect(given?.getByText("Payé par virement le 3 novembre 2026.")).toBeTruthy();
    expect(refunded?.getByText(/n’a pas abouti : l’école s’en occupe/)).toBeTruthy();
  });

  test("say what the start of the course still depends on", async () => {
    show([
      reservation(1, { threshold: { missing: 2, decisionDay: addDays(today(), 9) } }),
      reservation(2, { threshold: null }),
    ]);
    const [open, certain] = (await screen.findAllByRole("article")).map((one) => within(one));
    expect(open?.getByText(/^Encore 2 inscriptions pour démarrer, réponse le /)).toBeTruthy();
    expect(open?.getByText(/^Si le cours ne démarre pas, nous vous proposerons/)).toBeTruthy();
    expect(certain?.queryByText(/pour démarrer/)).toBeNull();
  });

  test("held at the desk are not paid here", async () => {
    show([reservation(1, { status: "HELD" }, { desk: true, cancellable: true })]);
    expect(await screen.findByText(/Le règlement se fait auprès de l’école/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Continuer le paiement/ })).toBeNull();
  });
});
