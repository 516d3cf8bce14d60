// The selection and the payment of a booking as a visitor goes through them: by labels, against answers of the server.
import { act, screen, waitFor, within } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { currentSession, endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { today } from "web-shared/format/format";
import { completed, DONE, draft, held, json, open, problem, quote, tokens } from "./bookingTesting";
import { saveCheckout } from "./checkout";
import { clearDraft, readDraft, saveDraft } from "./draft";
import { SuccessPage } from "./SuccessPage";

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
    await user.click(await screen.findByRole("button", { name: "S’inscrire au cours" }));
    const dialog = within(await screen.findByRole("dialog"));
    const owned = await dialog.findByRole("checkbox", { name: /Ciao.*Vous l’avez déjà/ });
    expect(owned).toHaveProperty("disabled", true);
    await user.click(dialog.getByRole("switch", { name: "Pour quelqu’un d’autre" }));
    await user.click(dialog.getByRole("checkbox", { name: /Ciao/ }));
    await user.click(dialog.getByRole("button", { name: "Continuer" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/details"));
    expect(readDraft()).toMatchObject({ reservedModuleIds: [1], reservationTarget: "other" });
  });

  test("asks for a module, then stores the draft and goes on", async () => {
    const { router, user } = open("/course");
    await user.click(await screen.findByRole("button", { name: "S’inscrire au cours" }));
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

  test("is open for whoever is sent straight to it, whatever was begun of another course", async () => {
    saveDraft({ ...draft, courseId: 8, reservedModuleIds: [1] });
    const { router, user } = open({ pathname: "/course", state: { selection: 7 } });
    const dialog = within(await screen.findByRole("dialog", { name: "Votre sélection" }));
    await user.click(dialog.getByRole("button", { name: "Continuer" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/details"));
    expect(readDraft()).toMatchObject({ courseId: 7, reservedModuleIds: [] });
  });

  test("says what is wrong with the day", async () => {
    const { user } = open("/course");
    await user.click(await screen.findByRole("button", { name: "S’inscrire au cours" }));
    const dialog = within(await screen.findByRole("dialog"));
    const day = dialog.getByLabelText("Date de démarrage souhaitée");
    const messages: [string, string][] = [
      ["01/01/2020", "La date ne peut pas être antérieure à aujourd’hui."],
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

  test("the bank’s question is answered in its dialog", async () => {
    const { user } = open("/reservation/confirmation", {
      "POST /payment/sandbox/confirm": ({ action }) =>
        Response.json({ status: action === "approve" ? "succeeded" : "requires_action" }),
    });
    await pay(user, "4000002500003155");
    await user.click(await screen.findByRole("button", { name: "Confirmer" }));
    expect(await screen.findByRole("heading", { level: 1, name: DONE })).toBeTruthy();
  });

  test("a purchase that makes an account is completed once, however long the last page loads", async () => {
    let load: (page: { Component: typeof SuccessPage }) => void = () => undefined;
    const { user, times } = open(
      "/reservation/confirmation",
      {
        "GET /checkout/3": () =>
          Response.json(currentSession() ? { ...held, status: "CONFIRMED", paid: true } : held),
      },
      () =>
        new Promise((loaded) => {
          load = loaded;
        }),
    );
    await pay(user);
    // Signed in, the site asks everything again.
    await waitFor(() => expect(times("GET /checkout/3")).toBe(2));
    await act(async () => {
      await new Promise((passed) => setTimeout(passed));
      load({ Component: SuccessPage });
    });
    expect(await screen.findByRole("heading", { level: 1, name: DONE })).toBeTruthy();
    expect(times("POST /checkout/3/complete")).toBe(1);
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
