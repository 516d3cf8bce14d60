// The details of a booking: what is asked, what is said to be wrong, and the ways back and forth.
import { screen, waitFor, within } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { writeDay } from "web-shared/format/days";
import { addDays, today } from "web-shared/format/format";
import { course, draft, held, json, open, problem, quote, tokens, zoe } from "./bookingTesting";
import { clearDraft, saveDraft } from "./draft";

beforeEach(() => {
  endSession();
  clearDraft();
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

  test("a press while the terms are on their way counts once they are there", async () => {
    saveDraft({ ...draft, bookerData: { ...zoe, lastName: "" } });
    const terms = Promise.withResolvers<Response>();
    const { user, times } = open("/reservation/details", {
      "POST /checkout/quote": () => terms.promise,
    });
    await user.click(await screen.findByRole("button", { name: "Continuer vers le paiement" }));
    expect(screen.queryByText(/points à corriger/)).toBeNull();
    terms.resolve(Response.json(quote));
    expect(await screen.findByText(/points à corriger/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Nom")));
    expect(times("POST /checkout")).toBe(0);
  });

  test("a learner’s faults say what is wrong", async () => {
    const learner = { ...zoe, firstName: "Léa", email: "lea@exemple", phoneNumber: "12" };
    saveDraft({ ...draft, reservationTarget: "other", beneficiaryData: learner });
    const { user } = open("/reservation/details");
    await fillPassword(user);
    await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
    const points = screen.getAllByRole("listitem").map((point) => point.textContent);
    expect(points).toContain("E-mail de l’élève : Adresse email invalide.");
    expect(points).toContain(
      "Téléphone de l’élève : Le numéro de téléphone du bénéficiaire semble invalide.",
    );
    expect(screen.queryByText(/doivent être complétés/)).toBeNull();
  });

  test("it is for oneself until somebody says otherwise", async () => {
    const { router, user } = open("/course");
    await user.click(await screen.findByRole("button", { name: "S’inscrire au cours" }));
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
    expect(await screen.findByText(/n’est pas encore confirmée/)).toBeTruthy();
    expect(screen.queryByLabelText("Prénom")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Renvoyer le lien" }));
    expect(await screen.findByText("Un nouveau lien vient de partir.")).toBeTruthy();
    expect(times("POST /users/me/verification")).toBe(1);
    await user.click(screen.getByRole("button", { name: "C’est fait" }));
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
    expect(screen.getByText("Il reste 1 point à corriger.")).toBeTruthy();
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
    expect(screen.getByRole("link", { name: "Voir d’autres cours" })).toBeTruthy();
  });
});
