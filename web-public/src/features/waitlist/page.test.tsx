// The page of an entry, by link or signed in: each state, the answers to an offer, and the time that is left.
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endSession } from "web-shared/api/session";
import { today } from "web-shared/format/format";
import { announced, weekdayOf } from "./deadline";
import { WaitlistPage } from "./WaitlistPage";
import {
  type Answer,
  course,
  entry,
  json,
  offered,
  open,
  problem,
  signIn,
} from "./waitlistTesting";

const accepted = {
  reservationId: 9,
  checkoutToken: "jeton-de-place",
  courseId: 7,
  reservedModuleIds: [],
  requestedStartDate: course.startDate,
  amount: 110,
  expiresAt: new Date(Date.now() + 900_000).toISOString(),
};

beforeEach(() => {
  endSession();
  begun = null;
});
afterEach(() => vi.useRealTimers());

/** Where the booking goes on that this tab has begun. */
let begun: string | null = null;

function show(answers: Record<string, Answer>, path = "/liste-attente#jeton") {
  const booking = { take: vi.fn(() => "/reservation/details"), resume: vi.fn(() => begun) };
  const page = <WaitlistPage signIn="/login" booking={booking} />;
  return { ...open(path, { "/liste-attente": page }, answers), booking };
}

const title = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });
const confirm = "POST /waitlist/confirm";

describe("by the link of a mail", () => {
  test("the address is confirmed, and the rank is said", async () => {
    const { bodies } = show({ [confirm]: json(entry) });
    await title("Vous êtes la 5e personne de la liste");
    expect(bodies(confirm)).toEqual([{ token: "jeton" }]);
    expect(screen.getByText(/vous aurez 24 heures pour répondre/)).toBeTruthy();
    const toCourse = screen.getByRole("link", { name: "Voir le cours" });
    expect(toCourse.getAttribute("href")).toBe("/cours/in-cucina");
  });

  test("leaving asks once, and says that it is done", async () => {
    const { user, answers, bodies } = show({ [confirm]: json(entry) });
    await user.click(await screen.findByRole("button", { name: "Quitter la liste" }));
    answers["POST /waitlist/5/leave"] = () => {
      answers[confirm] = json({ ...entry, status: "LEFT", rank: null });
      return Response.json({ ...entry, status: "LEFT", rank: null });
    };
    const question = within(await screen.findByRole("dialog"));
    await user.click(question.getByRole("button", { name: "Quitter la liste" }));
    const heading = await title("Vous n’êtes plus sur la liste");
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(bodies("POST /waitlist/5/leave")).toEqual([{ token: "jeton" }]);
    expect(await screen.findByText("Vous avez quitté la liste d’attente.")).toBeTruthy();
  });

  test("a list that has no more seats to offer says so", async () => {
    show({
      [confirm]: json(entry),
      "GET /courses/7/details": json({ ...course, refusal: { code: "ended", message: "" } }),
    });
    expect(await screen.findByText(/Les réservations de ce cours sont closes/)).toBeTruthy();
    expect(screen.queryByText(/pour répondre/)).toBeNull();
  });

  test("a course that is not public any more leaves the entry readable", async () => {
    show({ [confirm]: json(entry), "GET /courses/7/details": problem(404, "not_found") });
    await title("Vous êtes la 5e personne de la liste");
    expect(screen.queryByRole("link", { name: "Voir le cours" })).toBeNull();
    expect(screen.getByRole("button", { name: "Quitter la liste" })).toBeTruthy();
  });

  test("an unknown link, and an address without one, are explained", async () => {
    show({ [confirm]: problem(404, "not_found") });
    await title("Ce lien n’est plus valable");
    document.body.replaceChildren();
    show({}, "/liste-attente");
    await title("Ce lien n’est plus valable");
  });

  test("what cannot be read is tried again", async () => {
    const { user, answers } = show({ [confirm]: problem(422, "invalid") });
    expect(await screen.findByText("Votre place dans la liste n’a pas pu être lue.")).toBeTruthy();
    answers[confirm] = json(entry);
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    await title("Vous êtes la 5e personne de la liste");
  });
});

describe("an offer", () => {
  test("says until when, what and how much, and that the price stands", async () => {
    // Until ten the next morning: the night is not counted.
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse("2030-11-27T17:40:00Z") });
    show({ [confirm]: json(offered()) });
    await title("Une place s’est libérée, Nadège.");
    expect(screen.getByText(/^Jusqu’à jeudi, 10 h/)).toBeTruthy();
    expect(screen.getByRole("timer").textContent).toMatch(/^Il reste 5 h 20\.$/);
    expect(screen.getByText(/n’est pas comptée dans vos 24 heures/)).toBeTruthy();
    const price = within(screen.getByRole("complementary", { name: "Le prix" }));
    expect(price.getByText(/^110/)).toBeTruthy();
    expect(price.getByText(/Ce prix ne bouge plus/)).toBeTruthy();
    expect(price.getByText(/gardée 15 minutes/)).toBeTruthy();
    expect(screen.getByText("Matteo Ferri")).toBeTruthy();
    expect(screen.getByText("Salle Olivier")).toBeTruthy();
  });

  test("its first session stands on the card, of the modules that were asked for", async () => {
    const session = (id: number, date: string, moduleId: number) => ({
      id,
      date,
      startTime: "10:00",
      minutes: 150,
      startsAt: `${date}T09:00:00Z`,
      endsAt: `${date}T11:30:00Z`,
      status: "PLANNED",
      moduleId,
      roomName: "Salle Olivier",
      roomAddress: null,
      teacherName: "Matteo Ferri",
    });
    show({
      [confirm]: json(offered(600, { reservedModuleIds: [2], moduleTitles: ["Ai fornelli"] })),
      "GET /courses/7/details": json({ ...course, sessionsSummary: { slots: [], next: [] } }),
      "GET /courses/7/sessions": json([
        session(1, course.startDate, 1),
        session(2, course.endDate, 2),
      ]),
    });
    const card = await screen.findByRole("region", { name: "Votre première séance" });
    expect(within(card).getByText("De 10 h à 12 h 30")).toBeTruthy();
    expect(within(card).getByText(String(Number(course.endDate.slice(8))))).toBeTruthy();
    expect(within(card).getByText("Ai fornelli")).toBeTruthy();
  });

  test("for a child says whose it is", async () => {
    show({ [confirm]: json(offered(600, { forAnother: true, learnerName: "Léa Morel" })) });
    await title("Une place s’est libérée pour Léa Morel.");
  });

  test("accepted, it leads into the booking", async () => {
    const { user, bodies, router, booking } = show({
      [confirm]: json(offered()),
      "POST /waitlist/5/accept": json(accepted),
    });
    await user.dblClick(await screen.findByRole("button", { name: "Accepter et réserver" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/reservation/details"));
    expect(bodies("POST /waitlist/5/accept")).toEqual([{ token: "jeton" }]);
    expect(booking.take).toHaveBeenCalledWith(
      expect.objectContaining({ id: 5 }),
      accepted,
      "/liste-attente#jeton",
    );
  });

  test("passed on after one question, it thanks", async () => {
    const { user, answers } = show({ [confirm]: json(offered()) });
    await user.click(await screen.findByRole("button", { name: "Laisser passer" }));
    const question = within(await screen.findByRole("dialog"));
    answers["POST /waitlist/5/decline"] = () => {
      answers[confirm] = json(offered(0, { status: "DECLINED" }));
      return Response.json(offered(0, { status: "DECLINED" }));
    };
    await user.click(question.getByRole("button", { name: "Oui, laisser passer" }));
    const heading = await title("C’est noté, vous laissez passer");
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const others = screen.getByRole("link", { name: "Voir d’autres cours" });
    expect(others.getAttribute("href")).toBe("/courses?language=Italien&type=IN_PERSON");
  });

  test("answered too late it is gone, and the list may be joined again", async () => {
    const { user, answers } = show({ [confirm]: json(offered()) });
    answers["POST /waitlist/5/accept"] = () => {
      answers[confirm] = json(offered(-1, { status: "LAPSED" }));
      return problem(410, "offer_over")({});
    };
    await user.click(await screen.findByRole("button", { name: "Accepter et réserver" }));
    await title("Cette place est partie à la personne suivante");
    expect(screen.getByText(/^Elle vous attendait jusqu’au /)).toBeTruthy();
    const again = screen.getByRole("link", { name: "Rejoindre à nouveau la liste" });
    expect(again.getAttribute("href")).toBe("/cours/in-cucina#waitlist");
  });

  test("a course that cannot be booked any more says why", async () => {
    const { user } = show({
      [confirm]: json(offered()),
      "POST /waitlist/5/accept": problem(409, "ended"),
    });
    await user.click(await screen.findByRole("button", { name: "Accepter et réserver" }));
    expect((await screen.findByText("Ce cours est terminé.")).closest("[role=alert]")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Accepter et réserver" })).toBeTruthy();
  });

  test("once accepted, one goes on while the seat is held; else what to do is said", async () => {
    const { user, router, answers } = show({
      [confirm]: json(offered(600, { status: "ACCEPTED" })),
      "POST /waitlist/5/accept": problem(410, "offer_over"),
    });
    await title("Vous avez accepté cette place");
    await user.click(screen.getByRole("button", { name: "Continuer la réservation" }));
    expect(await screen.findByText(/^Cette place n’est plus à payer/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Rejoindre à nouveau la liste" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Continuer la réservation" })).toBeNull();

    document.body.replaceChildren();
    answers["POST /waitlist/5/accept"] = json(accepted);
    const again = show(answers);
    await user.click(await screen.findByRole("button", { name: "Continuer la réservation" }));
    await waitFor(() => expect(again.router.state.location.pathname).toBe("/reservation/details"));
    expect(router.state.location.pathname).toBe("/liste-attente");
  });

  test("a booking that this tab has begun goes on without asking the school", async () => {
    begun = "/reservation/details";
    show({ [confirm]: json(offered(600, { status: "ACCEPTED" })) });
    const link = await screen.findByRole("link", { name: "Continuer la réservation" });
    expect(link.getAttribute("href")).toBe("/reservation/details");
  });

  test("the time is renewed each minute and said aloud at an hour and at ten minutes", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse("2030-11-27T09:00:00Z") });
    const { answers } = show({ [confirm]: json(offered(61)) });
    await title("Une place s’est libérée, Nadège.");
    const said = () =>
      screen.getAllByRole("status").filter(({ textContent }) => textContent?.includes("répondre"));
    expect(screen.getByRole("timer").textContent).toMatch(/^Il reste 1 h 01\.$/);
    expect(said()).toHaveLength(0);
    act(() => vi.advanceTimersByTime(60_000));
    expect(said()[0]?.textContent).toBe("Il reste 60 minutes pour répondre.");
    act(() => vi.advanceTimersByTime(50 * 60_000));
    expect(said()[0]?.textContent).toBe("Il reste 10 minutes pour répondre.");
    expect(screen.getByRole("timer").textContent).toBe("Il reste 10 minutes.");
    answers[confirm] = json(offered(-1, { status: "LAPSED" }));
    act(() => vi.advanceTimersByTime(11 * 60_000));
    await title("Cette place est partie à la personne suivante");
  });
});

describe("signed in", () => {
  test("an entry of one's own asks for the sign-in, and comes back", async () => {
    const { router } = show({}, "/liste-attente?entry=5");
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    expect(router.state.location.search).toBe("?next=%2Fliste-attente%3Fentry%3D5");
  });

  test("it is read and answered without a token", async () => {
    signIn();
    const { user, bodies } = show(
      {
        "GET /waitlist/me": json([offered()]),
        "POST /waitlist/5/accept": json(accepted),
      },
      "/liste-attente?entry=5",
    );
    await user.click(await screen.findByRole("button", { name: "Accepter et réserver" }));
    await waitFor(() => expect(bodies("POST /waitlist/5/accept")).toEqual([null]));
  });

  test("an entry of somebody else is not known", async () => {
    signIn();
    show({ "GET /waitlist/me": json([entry]) }, "/liste-attente?entry=6");
    await title("Ce lien n’est plus valable");
  });
});

test("the time left is said twice", () => {
  expect([61, 60, 11, 10, 1, 0].map(announced)).toEqual([null, 60, 60, 10, 10, null]);
});

test("the day of a deadline is the one in Paris", () => {
  expect(weekdayOf("2030-11-26T23:30:00.000Z")).toBe("mercredi");
  expect(weekdayOf(`${today()}T11:00:00.000Z`)).toBeNull();
});
