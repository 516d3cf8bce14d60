// The panel of a full course: joining its waiting list, and what stands in the place of the form afterwards.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { Course } from "web-shared/api/courses";
import { endSession } from "web-shared/api/session";
import { addDays, today } from "web-shared/format/format";
import { WaitPanel } from "./WaitPanel";
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

beforeEach(() => endSession());

function show(answers: Record<string, Answer> = {}, of: Course = course) {
  return open("/cours/in-cucina", { "/cours/in-cucina": <WaitPanel course={of} /> }, answers);
}

const join = () => screen.findByRole("button", { name: "Rejoindre la liste" });
const sent = json({ status: "UNCONFIRMED", entry: null }, 201);

describe("without an account", () => {
  test("says that the course is full, how many wait, and which place one would have", async () => {
    show();
    await join();
    expect(screen.getAllByText("4 personnes attendent")).toHaveLength(2);
    expect(screen.getByText("8 places, toutes prises")).toBeTruthy();
    expect(screen.getByText(/^Vous serez la 5e personne\. Rien à payer/)).toBeTruthy();
    const login = screen.getByRole("link", { name: "Se connecter" });
    expect(login.getAttribute("href")).toBe("/login?next=%2Fcours%2Fin-cucina%23waitlist");
    expect(screen.queryByLabelText(/démarrage/)).toBeNull();
  });

  test("where nobody waits yet, one would be the first", async () => {
    show({}, { ...course, waiting: 0 });
    await join();
    expect(screen.getAllByText("Personne n’attend encore")).toHaveLength(2);
    expect(screen.getByText(/^Vous serez la 1re personne/)).toBeTruthy();
  });

  test("asks for what is missing, then says to open the mail, and sends it again", async () => {
    const { user, bodies } = show({ "POST /waitlist": sent });
    await user.click(await join());
    expect(document.activeElement).toBe(screen.getByLabelText("Prénom"));
    expect(bodies("POST /waitlist")).toEqual([]);
    await user.type(screen.getByLabelText("Prénom"), "Nadège");
    await user.type(screen.getByLabelText("Adresse e-mail"), "nadege@exemple.test");
    await user.click(await join());
    const title = await screen.findByRole("heading", { name: /^Ouvrez l’e-mail/ });
    expect(document.activeElement).toBe(title);
    expect(screen.getByText(/nadege@exemple\.test/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Renvoyer l’e-mail" }));
    expect(await screen.findByText("L’e-mail est reparti.")).toBeTruthy();
    const body = {
      courseId: 7,
      reservedModuleIds: [],
      firstName: "Nadège",
      email: "nadege@exemple.test",
    };
    expect(bodies("POST /waitlist")).toEqual([body, body]);
    await user.click(screen.getByRole("button", { name: "Changer d’adresse" }));
    expect(screen.getByLabelText("Adresse e-mail")).toHaveProperty("value", body.email);
  });

  test("one waits for some modules; none chosen is said", async () => {
    const { user, bodies } = show({ "POST /waitlist": sent });
    await user.type(await screen.findByLabelText("Prénom"), "Nadège");
    await user.type(screen.getByLabelText("Adresse e-mail"), "nadege@exemple.test");
    expect(screen.getByRole("option", { name: /^Le cours complet, 120/ })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Formule"), "Quelques modules");
    await user.click(await join());
    expect(screen.getByText(/^Sélectionnez au moins un module/)).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: /Ai fornelli/ }));
    await user.click(await join());
    await screen.findByRole("heading", { name: /^Ouvrez l’e-mail/ });
    expect(bodies("POST /waitlist")[0]).toMatchObject({ reservedModuleIds: [2] });
  });

  test("a course that has begun asks for a wished start, and says no price", async () => {
    const begun = { ...course, startDate: addDays(today(), -7), lateEntry: "PRO_RATA" } as Course;
    const { user, bodies } = show({ "POST /waitlist": sent }, begun);
    await user.type(await screen.findByLabelText("Prénom"), "Nadège");
    await user.type(screen.getByLabelText("Adresse e-mail"), "n@exemple.test");
    expect(screen.getByRole("option", { name: "Le cours complet" })).toBeTruthy();
    expect(screen.getByText(/^Le cours a commencé : le prix/)).toBeTruthy();
    const day = screen.getByLabelText(/^Date de démarrage souhaitée/);
    await user.type(day, "01/01/2020");
    await user.click(await join());
    expect(screen.getByText(/ne peut pas être antérieure/)).toBeTruthy();
    await user.clear(day);
    await user.click(await join());
    await screen.findByRole("heading", { name: /^Ouvrez l’e-mail/ });
    expect(bodies("POST /waitlist")[0]).not.toHaveProperty("requestedStartDate");
  });

  test.each<[string, Answer, RegExp]>([
    [
      "three an hour",
      problem(429, "too_many_requests", { params: { seconds: 1790 } }),
      /30 minutes/,
    ],
    ["no answer", () => Promise.reject(new Error("offline")), /Le serveur ne répond pas/],
    ["already on the list", problem(409, "already_waiting"), /déjà sur la liste/],
    ["a seat is free", problem(409, "seats_free"), /Il reste des places/],
  ])("what goes wrong is said: %s", async (_why, answer, text) => {
    const { user } = show({ "POST /waitlist": answer });
    await user.type(await screen.findByLabelText("Prénom"), "Nadège");
    await user.type(screen.getByLabelText("Adresse e-mail"), "n@exemple.test");
    await user.click(await join());
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText("Vous n’êtes pas encore sur la liste.")).toBeTruthy();
  });

  test("what the server says of a field stands below it", async () => {
    const fields = [{ name: "email", code: "invalid_email", message: "" }];
    const { user } = show({ "POST /waitlist": problem(422, "invalid", { fields }) });
    await user.type(await screen.findByLabelText("Prénom"), "Nadège");
    await user.type(screen.getByLabelText("Adresse e-mail"), "nadege");
    await user.click(await join());
    expect(await screen.findByText(/Adresse email invalide/)).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText("Adresse e-mail")),
    );
  });

  test("where nothing is left to be held, there is no form", () => {
    const summary = { count: 3, hours: 6, slots: [], next: [] };
    show({}, { ...course, lateEntry: "PRO_RATA", sessionsSummary: summary } as unknown as Course);
    expect(screen.queryByLabelText("Prénom")).toBeNull();
    expect(screen.queryByRole("link", { name: "Liste d’attente" })).toBeNull();
  });
});

describe("signed in", () => {
  beforeEach(signIn);

  test("neither name nor address is asked for; then the rank, and the way out", async () => {
    const { user, bodies, answers } = show();
    answers["POST /waitlist"] = () => {
      answers["GET /waitlist/me"] = json([entry]);
      return Response.json({ status: "WAITING", entry }, { status: 201 });
    };
    const button = await join();
    expect(screen.queryByLabelText("Prénom")).toBeNull();
    expect(screen.queryByLabelText("Adresse e-mail")).toBeNull();
    expect(screen.queryByLabelText("Pour qui ?")).toBeNull();
    await user.click(button);
    const title = await screen.findByRole("heading", {
      name: "Vous êtes la 5e personne de la liste",
    });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(bodies("POST /waitlist")).toEqual([{ courseId: 7, reservedModuleIds: [] }]);
    expect(screen.getByText(/Sur la liste depuis le 23 novembre 2026 à 12 h 14/)).toBeTruthy();

    answers["POST /waitlist/5/leave"] = () => {
      answers["GET /waitlist/me"] = json([]);
      return Response.json({ ...entry, status: "LEFT" });
    };
    await user.click(screen.getByRole("button", { name: "Quitter la liste" }));
    const question = within(await screen.findByRole("dialog"));
    await user.click(question.getByRole("button", { name: "Quitter la liste" }));
    await join();
    expect(bodies("POST /waitlist/5/leave")).toEqual([null]);
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H2"));
  });

  test("somebody else may be put on the list as well", async () => {
    const learners = [{ id: 31, firstName: "Léa", lastName: "Morel", version: 1 }];
    const { user, bodies } = show({
      "GET /users/me/learners": json(learners),
      "GET /waitlist/me": json([entry]),
      "POST /waitlist": json({ status: "WAITING", entry }, 201),
    });
    await user.click(await screen.findByRole("button", { name: "Inscrire quelqu’un d’autre" }));
    const whom = screen.getByLabelText("Pour qui ?");
    expect(
      within(whom)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["Léa Morel"]);
    await user.click(await join());
    await waitFor(() =>
      expect(bodies("POST /waitlist")).toEqual([
        { courseId: 7, reservedModuleIds: [], beneficiaryId: 31 },
      ]),
    );
  });

  test("a seat that waits for an answer takes the place of the form, in the bar as well", async () => {
    show({ "GET /waitlist/me": json([offered()]) });
    expect(await screen.findByRole("heading", { name: "Une place vous attend" })).toBeTruthy();
    expect(screen.getByText(/^Gardée pour vous jusqu’au /)).toBeTruthy();
    for (const link of screen.getAllByRole("link", { name: "Répondre" })) {
      expect(link.getAttribute("href")).toBe("/liste-attente?entry=5");
    }
    expect(screen.queryByRole("button", { name: "Rejoindre la liste" })).toBeNull();
  });

  test("an entry of a child says whose it is", async () => {
    const lea = {
      ...entry,
      forAnother: true,
      learnerName: "Léa Morel",
      beneficiaryId: 31,
      rank: 1,
    };
    show({ "GET /waitlist/me": json([lea]) });
    expect(
      await screen.findByRole("heading", { name: "Léa Morel est en 1re place sur la liste" }),
    ).toBeTruthy();
  });
});
