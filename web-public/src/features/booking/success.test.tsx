// The page after a booking, in all that may have become of it.
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { currentSession, endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { addDays, day, today } from "web-shared/format/format";
import {
  bought,
  completed,
  course,
  DONE,
  draft,
  json,
  open,
  problem,
  tokens,
} from "./bookingTesting";
import { clearDraft } from "./draft";
import { saveFinished } from "./success";

const session = (id: number, date: string, more: object = {}) => ({
  id,
  date,
  startTime: "18:30",
  minutes: 90,
  startsAt: `${date}T17:30:00Z`,
  endsAt: `${date}T19:00:00Z`,
  status: "PLANNED",
  roomName: "Salle Figuier",
  roomAddress: "12, rue des Platanes",
  teacherName: "Chiara Bellini",
  moduleId: 1,
  ...more,
});

/** A course whose sessions are these. */
const planned = (sessions: object[]) => ({
  "GET /courses/7/details": json({
    ...course,
    sessionsSummary: { slots: [], count: sessions.length, hours: 8, next: [] },
  }),
  "GET /courses/7/sessions": json(sessions),
});

beforeEach(() => {
  endSession();
  clearDraft();
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
    saveFinished({ reservationId: 3, checkoutToken: "token" });
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
    expect(screen.getByText(`Les leçons s’ouvrent le ${opens}`)).toBeTruthy();
    expect(sent.find(({ call }) => call.includes("complete"))?.body).toEqual({
      checkoutToken: "token",
    });
  });

  test("shows the first session of what was bought, and adds it to a calendar", async () => {
    startSession({ ...tokens, user: student }, false);
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    const from = bought.requestedStartDate;
    open("/reservation/success", {
      "POST /checkout/3/complete": finished({
        ...bought.purchase,
        lines: [{ moduleId: 2, title: "Al bar", amount: 50 }],
      }),
      ...planned([
        session(1, addDays(from, -1)),
        session(2, addDays(from, 1), { moduleId: 2, status: "CANCELLED" }),
        session(3, addDays(from, 2)), // of another module
        session(4, addDays(from, 3), { moduleId: 2 }),
        session(5, addDays(from, 9), { moduleId: null }),
      ]),
    });
    const card = await screen.findByRole("region", { name: "Votre première séance" });
    expect(card.textContent).toContain(day(addDays(from, 3), "full").split(" ")[1]);
    expect(card.textContent).toContain(`Puis une autre séance, le ${day(addDays(from, 9))}.`);
    expect(card.textContent).toContain("Salle Figuier12, rue des Platanes");
    const eve = day(addDays(from, 2), "full");
    expect(screen.getByText(`Un rappel, le ${eve}`)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Ajouter à mon agenda" })).toBeTruthy();
  });

  test.each([
    ["https://visio.example/a", "Le lien de la classe vous attend dans « Mes cours »."],
    [null, "L’école n’a pas encore donné le lien de la classe."],
  ])("says of an online session whether its link is there: %s", async (meetingUrl, words) => {
    startSession({ ...tokens, user: student }, false);
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    const online = session(4, addDays(bought.requestedStartDate, 3), { roomName: null });
    open("/reservation/success", {
      "POST /checkout/3/complete": finished(bought.purchase),
      "GET /subscriptions/9/sessions": json({ sessions: [{ ...online, meetingUrl }], rate: null }),
      ...planned([online]),
    });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test("promises no link to whoever may not read it", async () => {
    startSession({ ...tokens, user: student }, false);
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    const online = session(4, addDays(bought.requestedStartDate, 3), { roomName: null });
    const { sent } = open("/reservation/success", {
      "POST /checkout/3/complete": finished(other),
      ...planned([online]),
    });
    await screen.findByRole("region", { name: "Votre première séance" });
    expect(screen.queryByText(/lien de la classe/)).toBeNull();
    expect(sent.some(({ call }) => call.includes("/subscriptions/"))).toBe(false);
  });

  test("reminds on the eve of the first session from today on, when the start was before", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    const requestedStartDate = addDays(today(), -7);
    open("/reservation/success", {
      "POST /checkout/3/complete": json({
        ...completed,
        reservation: { ...bought, requestedStartDate },
      }),
      ...planned([session(1, addDays(today(), -3)), session(2, addDays(today(), 5))]),
    });
    const eve = day(addDays(today(), 4), "full");
    expect(await screen.findByText(`Un rappel, le ${eve}`)).toBeTruthy();
  });

  test.each([
    ["to whoever switched reminders off", 5, { ...student, sessionReminders: false }],
    ["on the eve itself", 1, student],
  ])("promises no reminder %s", async (_, days, user) => {
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    open("/reservation/success", {
      "POST /checkout/3/complete": json({ ...completed, user }),
      ...planned([session(1, addDays(today(), days))]),
    });
    await screen.findByRole("region", { name: "Votre première séance" });
    expect(screen.queryByText(/^Un rappel/)).toBeNull();
  });

  test("names the learner and leads to no courses of theirs", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    open("/reservation/success", { "POST /checkout/3/complete": finished(other) });
    expect(
      await screen.findByRole("heading", {
        level: 1,
        name: "La place de Léa Martin est réservée.",
      }),
    ).toBeTruthy();
    expect(screen.getByText("Léa Martin reçoit aussi un e-mail")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Voir mes cours" })).toBeNull();
  });

  test("a free course has no invoice, no amount and nothing to withdraw from", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token" });
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
    expect(screen.queryByText(/changer d’avis/)).toBeNull();
  });

  test("lessons that wait for the withdrawal period say from when they open", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    const opensOn = addDays(today(), 15);
    const subscription = { id: 9, opensOn, opensAfterWithdrawal: true };
    open("/reservation/success", {
      "POST /checkout/3/complete": finished(bought.purchase, { subscription }),
    });
    const opens = day(opensOn, "full");
    expect(await screen.findByText(`Les leçons s’ouvrent le ${opens}`)).toBeTruthy();
    expect(screen.getByText(/fin du délai de rétractation/)).toBeTruthy();
  });

  test("says what the start of the course depends on, or that it takes place", async () => {
    const minimum = { minimumLearners: 4, decisionDay: addDays(today(), 9), enrolled: 3 };
    const withMinimum = { "GET /courses/7/details": json({ ...course, ...minimum }) };
    const answered = (threshold: object | null) => ({
      ...withMinimum,
      "POST /checkout/3/complete": json({ ...completed, reservation: { ...bought, threshold } }),
    });
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    open("/reservation/success", answered({ missing: 1, decisionDay: minimum.decisionDay }));
    expect(await screen.findByText(/^Encore 1 inscription pour démarrer/)).toBeTruthy();
    expect(screen.getByText(/nous vous proposerons une autre date/)).toBeTruthy();

    document.body.replaceChildren();
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    open("/reservation/success", answered(null));
    expect(await screen.findByText("Confirmé")).toBeTruthy();
  });

  test("a payment the bank thinks over is being checked, and nothing is to be paid again", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    open(
      { pathname: "/reservation/success", state: { late: true } },
      { "POST /checkout/3/complete": () => new Promise(() => {}) },
    );
    const title = "Votre paiement est en cours de vérification";
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
    expect(screen.getByText(/rien ne sera débité deux fois/)).toBeTruthy();
  });

  test("a payment that came too late was given back", async () => {
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    open("/reservation/success", { "POST /checkout/3/complete": problem(409, "refunded") });
    expect(
      await screen.findByRole("heading", { level: 1, name: "Ce paiement a été remboursé" }),
    ).toBeTruthy();
  });

  test("what the booking wrote into the profile is there at the next one", async () => {
    startSession({ ...tokens, user: { ...student, phoneNumber: null } }, false);
    saveFinished({ reservationId: 3, checkoutToken: "token" });
    const known = { ...student, phoneNumber: "612345678", address: draft.address };
    open("/reservation/success", {
      "POST /checkout/3/complete": json({ ...completed, reservation: bought, user: known }),
    });
    await screen.findByRole("heading", { level: 1, name: DONE });
    expect(currentSession()?.user).toMatchObject({
      phoneNumber: "612345678",
      address: draft.address,
    });
  });
});
