// A booking as a visitor goes through it: by labels, in a router, against answers of the server.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Course } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import { currentSession, endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { writeDay } from "web-shared/format/days";
import { addDays, day, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { BookingPanel } from "./BookingPanel";
import { ConfirmationPage } from "./ConfirmationPage";
import { saveCheckout } from "./checkout";
import { DetailsPage } from "./DetailsPage";
import { clearDraft, type Draft, nobody, readDraft, saveDraft } from "./draft";
import { SuccessPage } from "./SuccessPage";
import { saveFinished } from "./success";

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
  address: { street: "3, rue Haute", postalCode: "13100", city: "Aix" },
  reservationTarget: "self",
  updateProfile: false,
  beneficiaryData: nobody,
  beneficiaryId: null,
  reservationId: null,
  waits: false,
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
const bought = {
  id: 3,
  courseId: 7,
  requestedStartDate: addDays(today(), 1),
  purchase: {
    payerEmail: "zoe@example.fr",
    learnerName: "Zoé Martin",
    learnerEmail: "zoe@example.fr",
    forAnother: false,
    lines: held.lines,
    amount: 90,
    papers: [{ id: 5, number: "F2026-00005", kind: "INVOICE", total: 90 }],
    withdrawUntil: addDays(today(), 14),
  },
};
const completed = {
  reservation: bought,
  subscription: { id: 9 },
  user: student,
  accessToken: "access",
  refreshToken: "refresh",
};

const tokens = { accessToken: "access", refreshToken: "refresh" };

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
    const body = input.method === "GET" ? {} : await input.json().catch(() => ({}));
    sent.push({ call, body });
    return all[call]?.(body) ?? problem(404, "not_found")();
  });
  const routes: RouteObject[] = [
    { path: "/course", element: <BookingPanel course={course} /> },
    { path: "/reservation/details", element: <DetailsPage login={() => <p>Connexion ici</p>} /> },
    { path: "/reservation/confirmation", element: <ConfirmationPage /> },
    { path: "/reservation/success", element: <SuccessPage /> },
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
  test("marks what the reader has already, and sells it to somebody else only", async () => {
    startSession({ ...tokens, user: student }, false);
    const { router, user } = open("/course", {
      "POST /checkout/quote": json({
        ...quote,
        lines: [{ moduleId: 2, title: "Al bar", amount: 50 }],
      }),
    });
    await user.click(await screen.findByRole("button", { name: "S'inscrire au cours" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("radio", { name: /Quelques modules/ }));
    const owned = await dialog.findByRole("checkbox", { name: /Ciao.*Vous l'avez déjà/ });
    expect(owned).toHaveProperty("disabled", true);
    await user.click(dialog.getByRole("switch", { name: "Pour quelqu'un d'autre" }));
    await user.click(dialog.getByRole("checkbox", { name: /Ciao/ }));
    await user.click(dialog.getByRole("button", { name: "Continuer" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/details"));
    expect(readDraft()).toMatchObject({ reservedModuleIds: [1], reservationTarget: "other" });
  });

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

  test("the button leads to what is missing, and names it", async () => {
    saveDraft({ ...draft, bookerData: { ...zoe, email: "", lastName: "" } });
    const { user, times } = open("/reservation/details");
    const send = await screen.findByRole("button", { name: "Continuer vers le paiement" });
    expect(screen.queryByText(/points à corriger/)).toBeNull();
    await user.click(send);
    expect(document.activeElement).toBe(screen.getByLabelText("Nom"));
    const summary = within(
      screen.getByText("Il reste 4 points à corriger.").closest("div") as Element as HTMLElement,
    );
    const named = summary.getAllByRole("button").map((button) => button.textContent);
    expect(named).toEqual(["Nom", "Adresse e-mail", "Mot de passe", "Confirmation"]);
    await user.click(summary.getByRole("button", { name: "Adresse e-mail" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Adresse e-mail"));
    await user.keyboard("zoe@example");
    expect(summary.getByText(/Adresse email invalide/)).toBeTruthy();
    expect(times("POST /checkout")).toBe(0);

    await user.keyboard(".fr");
    await user.type(screen.getByLabelText("Nom"), "Martin");
    await fillPassword(user);
    expect(screen.queryByText(/à corriger/)).toBeNull();
    await user.click(send);
    await waitFor(() => expect(times("POST /checkout")).toBe(1));
  });

  test("a learner's faults say what is wrong", async () => {
    const learner = { ...zoe, firstName: "Léa", email: "lea@exemple", phoneNumber: "12" };
    saveDraft({ ...draft, reservationTarget: "other", beneficiaryData: learner });
    const { user } = open("/reservation/details");
    await fillPassword(user);
    await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
    const points = screen.getAllByRole("listitem").map((point) => point.textContent);
    expect(points).toContain("E-mail de l'élève : Adresse email invalide.");
    expect(points).toContain(
      "Téléphone de l'élève : Le numéro de téléphone du bénéficiaire semble invalide.",
    );
    expect(screen.queryByText(/doivent être complétés/)).toBeNull();
  });

  test("it is for oneself until somebody says otherwise", async () => {
    const { router, user } = open("/course");
    await user.click(await screen.findByRole("button", { name: "S'inscrire au cours" }));
    await user.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Continuer" }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/details"));
    expect(await screen.findByRole("radio", { name: "Pour moi-même" })).toHaveProperty(
      "ariaChecked",
      "true",
    );
  });

  test("the way back from the payment finds password and consents, and a reload does not", async () => {
    saveDraft(draft);
    const { router, user } = open("/reservation/details", {
      "POST /checkout/quote": json({ ...quote, consents: ["TERMS"], termsVersion: 1 }),
    });
    await fillPassword(user);
    await user.click(await screen.findByRole("checkbox", { name: /conditions générales/ }));
    await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
    await user.click(await screen.findByRole("link", { name: "Revenir aux informations" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/details"));
    expect(await screen.findByLabelText("Mot de passe")).toHaveProperty("value", "zebre-7");
    const box = await screen.findByRole("checkbox", { name: /conditions générales/ });
    expect(box).toHaveProperty("checked", true);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("zebre-7");
  });

  test("the way back to the selection finds modules and day", async () => {
    const day = addDays(today(), 3);
    saveDraft({
      ...draft,
      reservedModuleIds: [2],
      requestedStartDate: day,
      originRoute: "/course",
    });
    const { user } = open("/reservation/details");
    await user.click(await screen.findByRole("link", { name: "Revenir à la sélection" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("checkbox", { name: /Al bar/ })).toHaveProperty("ariaChecked", "true");
    expect(dialog.getByRole("checkbox", { name: /Ciao/ })).toHaveProperty("ariaChecked", "false");
    expect(dialog.getByLabelText("Date de démarrage souhaitée")).toHaveProperty(
      "value",
      writeDay(day, "fr"),
    );
  });

  test("a free course asks for a confirmed address before its form, and sends the link again", async () => {
    startSession({ ...tokens, user: { ...student, emailVerified: false } }, false);
    saveDraft(draft);
    const { user, times } = open("/reservation/details", {
      "GET /courses/7/details": json({ ...course, free: true }),
      "POST /users/me/verification": () => new Response(null, { status: 204 }),
      "GET /users/me": json(student),
    });
    expect(await screen.findByText(/n'est pas encore confirmée/)).toBeTruthy();
    expect(screen.queryByLabelText("Prénom")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Renvoyer le lien" }));
    expect(await screen.findByText("Un nouveau lien vient de partir.")).toBeTruthy();
    expect(times("POST /users/me/verification")).toBe(1);
    await user.click(screen.getByRole("button", { name: "C'est fait" }));
    expect(await screen.findByLabelText("Prénom")).toBeTruthy();
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
    await user.click(send);
    expect(screen.getByText("Il reste 2 points à corriger.")).toBeTruthy();
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
      bookerData: { email: "zoe@example.fr", password: "zebre-7", address: draft.address },
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

const DONE = /^Votre place est réservée/;

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
    expect(await screen.findByRole("heading", { level: 1, name: DONE })).toBeTruthy();
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
    expect(await screen.findByRole("heading", { level: 1, name: DONE })).toBeTruthy();
  });

  test("what was paid before a reload is only completed", async () => {
    const { times } = open("/reservation/confirmation", {
      "GET /checkout/3": json({ ...held, status: "CONFIRMED", clientSecret: null, paid: true }),
    });
    expect(await screen.findByRole("heading", { level: 1, name: DONE })).toBeTruthy();
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
    expect(await screen.findByRole("heading", { level: 1, name: DONE })).toBeTruthy();
    expect(times("POST /payment/sandbox/confirm")).toBe(1);
  });
});

describe("the page after a booking", () => {
  const other = {
    ...bought.purchase,
    forAnother: true,
    learnerName: "Léa Martin",
    learnerEmail: "lea@example.fr",
  };
  const finished = (purchase: object, more: object = {}) =>
    json({ ...completed, reservation: { ...bought, purchase }, ...more });

  test("shows course, amount, invoice and the next steps, again after a reload", async () => {
    startSession({ ...tokens, user: student }, false);
    saveFinished({ reservationId: 3, checkoutToken: "token", waits: false });
    const { sent } = open("/reservation/success", {
      "POST /checkout/3/complete": finished(bought.purchase, {
        accessToken: undefined,
        refreshToken: undefined,
      }),
      "GET /courses/7/details": json({ ...course, schedule: "lundi, 18 h 30" }),
    });
    expect(await screen.findByRole("heading", { level: 1, name: DONE })).toBeTruthy();
    expect(screen.getByText("lundi, 18 h 30")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Facture F2026-00005" })).toBeTruthy();
    const courses = screen.getByRole("link", { name: "Voir mes cours" });
    expect(courses.getAttribute("href")).toBe("/profile/subscriptions");
    const opens = day(bought.requestedStartDate, "full");
    expect(screen.getByText(`${opens} : les leçons s'ouvrent`)).toBeTruthy();
    expect(sent.find(({ call }) => call.includes("complete"))?.body).toEqual({
      checkoutToken: "token",
    });
  });

  test("names the learner and leads to no courses of theirs", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token", waits: false });
    open("/reservation/success", { "POST /checkout/3/complete": finished(other) });
    expect(
      await screen.findByRole("heading", {
        level: 1,
        name: "La place de Léa Martin est réservée.",
      }),
    ).toBeTruthy();
    expect(screen.getByText("Un e-mail part aussi à Léa Martin")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Voir mes cours" })).toBeNull();
  });

  test("a free course has no invoice, no amount and nothing to withdraw from", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token", waits: false });
    open("/reservation/success", {
      "POST /checkout/3/complete": finished({
        ...bought.purchase,
        amount: 0,
        papers: [],
        withdrawUntil: null,
      }),
      "GET /courses/7/details": json({ ...course, free: true }),
    });
    expect(await screen.findByText("Gratuit")).toBeTruthy();
    expect(screen.queryByText(/Facture/)).toBeNull();
    expect(screen.queryByText(/changer d'avis/)).toBeNull();
  });

  test("lessons that wait for the withdrawal period say from when they open", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token", waits: true });
    open("/reservation/success");
    const opens = day(addDays(today(), 15), "full");
    expect(await screen.findByText(`${opens} : les leçons s'ouvrent`)).toBeTruthy();
    expect(screen.getByText(/fin du délai de rétractation/)).toBeTruthy();
  });

  test("a payment that came too late was given back", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token", waits: false });
    open("/reservation/success", { "POST /checkout/3/complete": problem(409, "refunded") });
    expect(
      await screen.findByRole("heading", { level: 1, name: "Ce paiement a été remboursé" }),
    ).toBeTruthy();
  });

  test("what the booking wrote into the profile is there at the next one", async () => {
    startSession({ ...tokens, user: { ...student, phoneNumber: null } }, false);
    saveFinished({ reservationId: 3, checkoutToken: "token", waits: false });
    const known = { ...student, phoneNumber: "612345678", address: draft.address };
    open("/reservation/success", {
      "POST /checkout/3/complete": json({ reservation: bought, user: known }),
    });
    await screen.findByRole("heading", { level: 1, name: DONE });
    expect(currentSession()?.user).toMatchObject({
      phoneNumber: "612345678",
      address: draft.address,
    });
  });
});
