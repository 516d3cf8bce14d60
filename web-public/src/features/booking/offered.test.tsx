// A seat of the waiting list, once it is accepted: its booking begins with the details, at its price, while it is held.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { components } from "web-shared/api/schema";
import { endSession } from "web-shared/api/session";
import { course, draft, held, json, open, problem, quote } from "./bookingTesting";
import { clearCheckout, readCheckout, saveCheckout } from "./checkout";
import { clearDraft, readDraft, saveDraft, startDraft } from "./draft";
import { resumeOffered, takeOffered } from "./offered";

type Entry = components["schemas"]["WaitlistEntry"];

const entry = { firstName: "Zoé", email: "zoe@example.fr", forAnother: false } as Entry;
const origin = "/liste-attente#jeton";
const accepted = {
  reservationId: 3,
  checkoutToken: "token",
  courseId: course.id,
  reservedModuleIds: [2],
  requestedStartDate: draft.requestedStartDate,
  amount: 45,
  expiresAt: held.expiresAt,
};
const offeredHold = {
  ...held,
  amount: 45,
  lines: [{ moduleId: 2, title: "Al bar", amount: 45 }],
};

beforeEach(() => {
  endSession();
  clearDraft();
  clearCheckout();
});

describe("the draft", () => {
  test("has the selection of the offer, the seat, and what the list knows of the payer", () => {
    expect(takeOffered(entry, accepted, origin)).toBe("/reservation/details");
    expect(readCheckout()).toEqual({ reservationId: 3, checkoutToken: "token" });
    expect(readDraft()).toMatchObject({
      courseId: 7,
      reservedModuleIds: [2],
      originRoute: origin,
      offered: true,
      reservationTarget: "self",
      beneficiaryId: null,
      bookerData: { firstName: "Zoé", email: "zoe@example.fr" },
    });
  });

  test("is for the learner who was put on the list", () => {
    takeOffered({ ...entry, forAnother: true, beneficiaryId: 31, email: null }, accepted, origin);
    expect(readDraft()).toMatchObject({ reservationTarget: "other", beneficiaryId: 31 });
  });

  test("is gone on with in the tab that has begun it", () => {
    expect(resumeOffered(course.id)).toBeNull();
    takeOffered(entry, accepted, origin);
    expect(resumeOffered(course.id)).toBe("/reservation/details");
    expect(resumeOffered(course.id + 1)).toBeNull();
  });

  test("of a selection made afterwards is none of the offer's", () => {
    takeOffered(entry, accepted, origin);
    startDraft({ ...draft, originRoute: "/cours/primi-passi" });
    expect(readDraft()?.offered).toBe(false);
  });
});

describe("the details", () => {
  beforeEach(() => {
    saveDraft({ ...draft, originRoute: origin, reservedModuleIds: [2], offered: true });
    saveCheckout(accepted);
  });

  test("show the price that was offered and the time that is left, and replace the seat", async () => {
    const { user, sent, router } = open("/reservation/details", {
      "GET /checkout/3": json(offeredHold),
      "POST /checkout/quote": json({ ...quote, amount: 60, refusal: { code: "full" } }),
    });
    expect((await screen.findByRole("timer")).textContent).toMatch(/^Place gardée encore 1[45]:/);
    const summary = within(screen.getByRole("complementary", { name: "Votre réservation" }));
    expect(summary.getAllByText(/^45/)).toHaveLength(2);
    const back = screen.getByRole("link", { name: "Revenir à la place proposée" });
    expect(back.getAttribute("href")).toBe(origin);

    await user.type(screen.getByLabelText("Mot de passe"), "zebre-7");
    await user.type(screen.getByLabelText("Confirmation"), "zebre-7");
    await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/confirmation"));
    expect(sent.find(({ call }) => call === "POST /checkout")?.body).toMatchObject({
      reservedModuleIds: [2],
      reservationId: 3,
      checkoutToken: "token",
    });
  });

  test.each([
    ["ran out", json({ ...offeredHold, status: "EXPIRED" })],
    ["is not known any more", problem(410, "gone")],
  ])("of a seat that %s say that it went to the next one", async (_what, answer) => {
    open("/reservation/details", { "GET /checkout/3": answer });
    await screen.findByRole("heading", { level: 1, name: "Le délai de paiement est écoulé" });
    expect(screen.queryByRole("link", { name: "Reprendre la réservation" })).toBeNull();
    expect(readCheckout()).toBeNull();
  });

  test("end with the time", async () => {
    const expiresAt = new Date(Date.now() + 700).toISOString();
    open("/reservation/details", { "GET /checkout/3": json({ ...offeredHold, expiresAt }) });
    await screen.findByRole("timer");
    await screen.findByRole("heading", { level: 1, name: "Le délai de paiement est écoulé" });
  });

  test("so does the payment", async () => {
    open("/reservation/confirmation", {
      "GET /checkout/3": json({ ...offeredHold, status: "EXPIRED" }),
    });
    await screen.findByRole("heading", { level: 1, name: "Le délai de paiement est écoulé" });
  });
});
