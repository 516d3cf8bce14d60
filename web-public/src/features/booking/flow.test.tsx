// A booking as a visitor goes through it: by labels, in a router, against answers of the server.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Course } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import { currentSession, endSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { addDays, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { BookingPanel } from "./BookingPanel";
import { ConfirmationPage } from "./ConfirmationPage";
import { saveCheckout } from "./checkout";
import { DetailsPage } from "./DetailsPage";
import { clearDraft, type Draft, nobody, readDraft, saveDraft } from "./draft";

const course = {
  id: 7,
  name: "Primi passi",
  type: "IN_PERSON",
  language: "Italien",
  level: "A1",
  price: 90,
  pricePerHour: 9,
  totalHours: 10,
  startDate: addDays(today(), -7),
  endDate: addDays(today(), 60),
  seatsLeft: 4,
  capacity: 10,
  free: false,
  bookable: true,
  refusal: null,
  modules: [
    { id: 1, title: "Ciao", price: 40, chapters: [] },
    { id: 2, title: "Al bar", price: 50, chapters: [] },
  ],
} as unknown as Course;

const zoe = {
  ...nobody,
  firstName: "Zoé",
  lastName: "Martin",
  email: "zoe@example.fr",
  phoneNumber: "612345678",
  birthDate: "1990-02-28",
};

const draft: Draft = {
  courseId: 7,
  reservedModuleIds: [],
  requestedStartDate: addDays(today(), 1),
  originRoute: "/online-course-details?id=7",
  bookerData: zoe,
  reservationTarget: "self",
  updateProfile: false,
  beneficiaryData: nobody,
  beneficiaryId: null,
  reservationId: null,
};

const held = {
  reservationId: 3,
  checkoutToken: "token",
  status: "HELD",
  clientSecret: "secret",
  amount: 90,
  currency: "EUR",
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
  provider: "SANDBOX",
  lines: [{ moduleId: null, title: "Primi passi", amount: 90 }],
  paid: false,
};
const quote = { amount: 90, lines: held.lines, refusal: null, consents: [], termsVersion: null };
const completed = {
  subscription: { id: 9 },
  user: student,
  accessToken: "access",
  refreshToken: "refresh",
};

type Answer = (body: Record<string, unknown>) => Response;

const problem = (status: number, code: string) => () =>
  Response.json({ status, code, message: `${code} en français` }, { status });
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

const base: Record<string, Answer> = {
  "GET /courses/7/details": json(course),
  "GET /payment/config": json({ provider: "sandbox", publishableKey: null, testMode: true }),
  "POST /checkout/quote": json(quote),
  "POST /checkout": json(held, 201),
  "GET /checkout/3": json(held),
  "POST /payment/sandbox/confirm": json({ status: "succeeded" }),
  "POST /checkout/3/complete": json(completed),
};

function open(path: string, answers: Record<string, Answer> = {}) {
  const sent: { call: string; body: Record<string, unknown> }[] = [];
  const all = { ...base, ...answers };
  vi.stubGlobal("fetch", async (input: Request | string) => {
    if (typeof input === "string") return Response.json([]);
    const call = `${input.method} ${new URL(input.url).pathname.replace("/api", "")}`;
    const body = input.method === "GET" ? {} : await input.json();
    sent.push({ call, body });
    return all[call]?.(body) ?? problem(404, "not_found")();
  });
  const routes: RouteObject[] = [
    { path: "/course", element: <BookingPanel course={course} /> },
    { path: "/reservation/details", element: <DetailsPage login={() => <p>Connexion ici</p>} /> },
    { path: "/reservation/confirmation", element: <ConfirmationPage /> },
    { path: "*", element: <p>ailleurs</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const times = (call: string) => sent.filter((one) => one.call === call).length;
  return { router, sent, times, user: userEvent.setup() };
}

beforeEach(() => {
  endSession();
  clearDraft();
});

describe("the selection", () => {
  test("asks for a module, then stores the draft and goes on", async () => {
    const { router, user } = open("/course");
    await user.click(await screen.findByRole("button", { name: "S'inscrire au cours" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("radio", { name: /Quelques modules/ }));
    await user.click(dialog.getByRole("button", { name: "Continuer" }));
    expect(dialog.getByText("Sélectionnez au moins un module ou le cours complet.")).toBeTruthy();

    await user.click(dialog.getByRole("checkbox", { name: /Al bar/ }));
    await user.click(dialog.getByRole("button", { name: "Continuer" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/details"));
    expect(readDraft()).toMatchObject({
      courseId: 7,
      reservedModuleIds: [2],
      requestedStartDate: today(),
      originRoute: "/course",
    });
  });

  test("says what is wrong with the day", async () => {
    const { user } = open("/course");
    await user.click(await screen.findByRole("button", { name: "S'inscrire au cours" }));
    const dialog = within(await screen.findByRole("dialog"));
    const day = dialog.getByLabelText("Date de démarrage souhaitée");
    const messages: [string, string][] = [
      ["01/01/2020", "La date ne peut pas être antérieure à aujourd'hui."],
      ["01/01/2199", "La date de démarrage doit être au moins 2 semaines avant la fin du cours."],
    ];
    for (const [typed, message] of messages) {
      await user.clear(day);
      await user.type(day, typed);
      expect(dialog.getByText(message)).toBeTruthy();
    }
    await user.clear(day);
    await user.click(dialog.getByRole("button", { name: "Continuer" }));
    expect(dialog.getByText("Sélectionnez au moins un module ou une date.")).toBeTruthy();
  });
});

describe("the people", () => {
  async function fillPassword(user: ReturnType<typeof userEvent.setup>) {
    await user.type(await screen.findByLabelText("Mot de passe"), "zebre-7");
    await user.type(screen.getByLabelText("Confirmation"), "zebre-7");
  }

  test("without a draft there is nothing to fill in", async () => {
    const { router } = open("/reservation/details");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });

  test("the button waits and says what it waits for", async () => {
    saveDraft({ ...draft, bookerData: { ...zoe, email: "" } });
    const { user } = open("/reservation/details");
    const send = await screen.findByRole("button", { name: "Continuer vers le paiement" });
    expect(send).toHaveProperty("disabled", true);
    expect(
      screen.getByText("Tous vos champs personnels requis doivent être complétés."),
    ).toBeTruthy();
    expect(screen.getByText(/À compléter.*Adresse e-mail/)).toBeTruthy();
    await user.type(screen.getByLabelText("Adresse e-mail"), "zoe@example");
    await user.tab();
    expect(screen.getByText("Adresse email invalide.")).toBeTruthy();
    await user.type(screen.getByLabelText("Adresse e-mail"), ".fr");
    await fillPassword(user);
    expect(send).toHaveProperty("disabled", false);
  });

  test("what the sale asks for is ticked by the booker, and terms that changed once more", async () => {
    saveDraft(draft);
    let terms = 1;
    const { router, sent, user } = open("/reservation/details", {
      "POST /checkout/quote": () =>
        Response.json({ ...quote, consents: ["TERMS", "EARLY_START"], termsVersion: terms }),
      "POST /checkout": ({ termsVersion }) => {
        if (termsVersion === terms && terms > 1) return json(held, 201)();
        terms = 2;
        const fault = { code: "terms_changed", message: "" };
        const fields = [{ name: "acceptTerms", ...fault }];
        return Response.json({ status: 409, ...fault, fields }, { status: 409 });
      },
    });
    await fillPassword(user);
    const box = (name: RegExp) => screen.getByRole("checkbox", { name });
    const send = screen.getByRole("button", { name: "Continuer vers le paiement" });
    expect(send).toHaveProperty("disabled", true);
    expect(screen.getByText("Il reste à donner votre accord.")).toBeTruthy();
    await user.click(box(/délai de rétractation/));
    await user.click(box(/conditions générales/));
    await user.click(send);

    expect(await screen.findByText(/viennent de changer/)).toBeTruthy();
    expect(box(/conditions générales/)).toHaveProperty("checked", false);
    expect(box(/délai de rétractation/)).toHaveProperty("checked", true);
    await user.click(box(/conditions générales/));
    await user.click(send);
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/confirmation"));
    const bodies = sent.filter(({ call }) => call === "POST /checkout").map(({ body }) => body);
    expect(bodies.map(({ termsVersion }) => termsVersion)).toEqual([1, 2]);
    expect(bodies[1]).toMatchObject({ acceptTerms: true, requestEarlyStart: true });
    expect(bodies[1]).not.toHaveProperty("parentalConsent");
  });

  test("holds the seat, keeps its token and never stores the password", async () => {
    saveDraft(draft);
    const { router, sent, user } = open("/reservation/details");
    await fillPassword(user);
    await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/confirmation"));
    expect(sent.find(({ call }) => call === "POST /checkout")?.body).toMatchObject({
      courseId: 7,
      reservationTarget: "self",
      bookerData: { email: "zoe@example.fr", password: "zebre-7" },
    });
    expect(JSON.parse(sessionStorage.getItem("checkout") ?? "{}")).toEqual({
      reservationId: 3,
      checkoutToken: "token",
    });
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("zebre-7");
  });

  test("an address that has an account opens the sign-in", async () => {
    saveDraft(draft);
    const { user } = open("/reservation/details", {
      "POST /checkout": problem(409, "email_taken"),
    });
    await fillPassword(user);
    await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
    expect(
      await screen.findByText("Cet email est déjà utilisé. Veuillez utiliser un email différent."),
    ).toBeTruthy();
    expect(screen.getByText("Connexion ici")).toBeTruthy();
  });

  test("a full course says so and shows the way to others", async () => {
    saveDraft(draft);
    const { user } = open("/reservation/details", { "POST /checkout": problem(409, "full") });
    await fillPassword(user);
    await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
    expect(await screen.findByText("Ce cours est complet.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Voir d'autres cours" })).toBeTruthy();
  });
});

describe("the payment", () => {
  beforeEach(() => {
    saveDraft(draft);
    saveCheckout(held);
  });

  async function pay(user: ReturnType<typeof userEvent.setup>, number = "4242424242424242") {
    await user.type(await screen.findByLabelText("Numéro de carte"), number);
    await user.type(screen.getByLabelText("Expiration"), "1130");
    await user.type(screen.getByLabelText("Cryptogramme"), "123");
    await user.dblClick(screen.getByRole("button", { name: /^Payer/ }));
  }

  test("enrols, signs the new account in, and forgets the draft", async () => {
    const { user, sent, times } = open("/reservation/confirmation");
    await pay(user);
    expect(await screen.findByRole("dialog", { name: "Souscription confirmée !" })).toBeTruthy();
    expect(times("POST /payment/sandbox/confirm")).toBe(1);
    expect(times("POST /checkout/3/complete")).toBe(1);
    expect(sent.find(({ call }) => call.includes("confirm"))?.body).toEqual({
      clientSecret: "secret",
      holderName: "Zoé Martin",
      cardNumber: "4242424242424242",
      expMonth: 11,
      expYear: 2030,
      cvc: "123",
    });
    expect(currentSession()?.user.id).toBe(student.id);
    expect(readDraft()).toBeNull();
    expect(sessionStorage.getItem("checkout")).toBeNull();
  });

  test("a refused card says why and may be tried again", async () => {
    const error = { code: "card_declined", message: "La carte a été refusée." };
    const { user } = open("/reservation/confirmation", {
      "POST /payment/sandbox/confirm": json({ status: "failed", error }),
    });
    await pay(user, "4000000000000002");
    expect(await screen.findByText("La carte a été refusée.")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Payer/ })).toHaveProperty("disabled", false);
  });

  test("faults of the card stand under their fields", async () => {
    const fields = [
      { name: "cardNumber", code: "invalid_card_number", message: "" },
      { name: "cvc", code: "invalid_card_cvc", message: "" },
    ];
    const { user } = open("/reservation/confirmation", {
      "POST /payment/sandbox/confirm": json({ status: "failed", error: fields[0], fields }),
    });
    await pay(user, "4242");
    const number = await screen.findByLabelText("Numéro de carte");
    await waitFor(() => expect(number.getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getByLabelText("Cryptogramme").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Le numéro de carte est invalide.")).toBeTruthy();
  });

  test("the bank's question is answered in its dialog", async () => {
    const { user } = open("/reservation/confirmation", {
      "POST /payment/sandbox/confirm": ({ action }) =>
        Response.json({ status: action === "approve" ? "succeeded" : "requires_action" }),
    });
    await pay(user, "4000002500003155");
    await user.click(await screen.findByRole("button", { name: "Confirmer" }));
    expect(await screen.findByRole("dialog", { name: "Souscription confirmée !" })).toBeTruthy();
  });

  test("what was paid before a reload is only completed", async () => {
    const { times } = open("/reservation/confirmation", {
      "GET /checkout/3": json({ ...held, status: "CONFIRMED", clientSecret: null, paid: true }),
    });
    expect(await screen.findByRole("dialog", { name: "Souscription confirmée !" })).toBeTruthy();
    expect(times("POST /payment/sandbox/confirm")).toBe(0);
  });

  test.each([
    ["refunded", 409, "Ce paiement a été remboursé"],
    ["expired", 410, "Le délai de réservation est écoulé"],
  ])("%s has its own page", async (code, status, title) => {
    const { user } = open("/reservation/confirmation", {
      "POST /checkout/3/complete": problem(status, code),
    });
    await pay(user);
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
  });

  test("a hold that ran out offers to take it up again", async () => {
    open("/reservation/confirmation", {
      "GET /checkout/3": json({ ...held, expiresAt: new Date(Date.now() - 5000).toISOString() }),
    });
    const again = await screen.findByRole("link", { name: "Reprendre la réservation" });
    expect(again.getAttribute("href")).toBe("/reservation/details");
  });

  test("when the enrolment cannot be asked for, only it is tried again", async () => {
    let tries = 0;
    const { user, times } = open("/reservation/confirmation", {
      "POST /checkout/3/complete": () =>
        ++tries === 1 ? problem(503, "unavailable")() : json(completed)(),
    });
    await pay(user);
    await user.click(await screen.findByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("dialog", { name: "Souscription confirmée !" })).toBeTruthy();
    expect(times("POST /payment/sandbox/confirm")).toBe(1);
  });
});
