// "Ma classe": what comes, what was held and how it was attended, what was written; and each state of it.
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { ClassMessages } from "./ClassMessages";
import {
  answering,
  answersOf,
  message,
  open,
  plain,
  refusal,
  session,
  sessions,
  show,
  subscription,
} from "./classTesting";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-23T12:00:00+01:00"), toFake: ["Date"] });
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
});
afterEach(() => {
  vi.useRealTimers();
  endSession();
});

const rows = (name: string) =>
  within(
    screen.getByRole("heading", { level: 3, name }).parentElement
      ?.nextElementSibling as HTMLElement,
  )
    .getAllByRole("listitem")
    .map(({ textContent }) => plain(textContent));

test("what comes next, with its note; then all of it, and what differs", async () => {
  answering(answersOf(subscription()));
  open();
  const next = await screen.findByRole("region", { name: "Prochaine séance" });
  expect(within(next).getByRole("heading", { name: /De 18.h.30 à 20.h/ })).toBeTruthy();
  expect(next.textContent).toContain("Apportez un menu.");
  expect(next.textContent).toContain("Séance 4 sur 6");
  expect(rows("À venir 4")).toEqual([
    "lun. 23 nov.18 h 30 – 20 h, salle FiguierAl barCe soir",
    "jeu. 26 nov.18 h 30 – 20 h, salle FiguierChiara est en formation.Annulée",
    "lun. 30 nov.18 h 30 – 20 h, salle FiguierAvec Matteo Ferri, qui remplace Chiara BelliniRemplacement",
    "jeu. 3 déc.18 h 30 – 20 h, salle OlivierAu lieu de : salle FiguierAutre salle",
  ]);
});

test("what was held bears one's own attendance, once its roll is closed", async () => {
  answering(answersOf(subscription()));
  open();
  await screen.findByRole("region", { name: "Prochaine séance" });
  expect(rows("Passées 3")).toEqual([
    "jeu. 19 nov.Al bar18 h 30 – 20 hAppel en cours",
    "lun. 16 nov.Ciao18 h 30 – 20 hRetard de 10 min",
    "jeu. 12 nov.Ciao18 h 30 – 20 hPrésence",
  ]);
  expect(plain(screen.getByText(/^Vous avez suivi/).textContent)).toBe(
    "Vous avez suivi 1 séance sur 2, 50 % des heures",
  );
});

test("without a closed roll there is no rate", async () => {
  const answers = answersOf(subscription());
  answers["GET /subscriptions/7/sessions"] = () => Response.json({ sessions, rate: null });
  answering(answers);
  open();
  await screen.findByRole("region", { name: "Prochaine séance" });
  expect(screen.queryByText(/^Vous avez suivi/)).toBeNull();
});

test("modules lead to the next lesson", async () => {
  answering(answersOf(subscription()));
  open();
  await screen.findByRole("region", { name: "Prochaine séance" });
  const lesson = "/online-course-modules-chapiters?moduleId=2&subscriptionId=7&lesson=32";
  for (const name of ["Reprendre", "Continuer : Al bar"]) {
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(lesson);
  }
});

test("without a session the text of the school stands in for the dates", async () => {
  answering(answersOf(subscription(), []));
  open();
  expect(
    await screen.findByText("Les dates des séances ne sont pas encore publiées."),
  ).toBeTruthy();
  expect(screen.getByText("Le lundi soir")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Ajouter à mon agenda" })).toBeNull();
});

test("sessions that could not be read leave the rest, and are asked for again", async () => {
  const answers = answersOf(subscription());
  answers["GET /subscriptions/7/sessions"] = () => refusal(403, "forbidden");
  answering(answers);
  open();
  expect(await screen.findByText("Les séances n’ont pas pu être chargées.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Reprendre" })).toBeTruthy();
  answers["GET /subscriptions/7/sessions"] = () => Response.json({ sessions, rate: null });
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByRole("region", { name: "Prochaine séance" })).toBeTruthy();
});

test("messages stand with their file; none is said; what failed is asked for again", async () => {
  const answers = answersOf(subscription());
  answers["GET /subscriptions/7/messages"] = () => refusal(403, "forbidden");
  answering(answers);
  show(<ClassMessages subscription={subscription()} own />);
  expect(await screen.findByText("Les messages n’ont pas pu être chargés.")).toBeTruthy();
  answers["GET /subscriptions/7/messages"] = () => Response.json([message]);
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText(message.text)).toBeTruthy();
  expect(screen.getByRole("link", { name: "carta.pdf" }).getAttribute("href")).toBe(
    message.fileUrl,
  );
  cleanup();
  answers["GET /subscriptions/7/messages"] = () => Response.json([]);
  show(<ClassMessages subscription={subscription()} own />);
  expect(await screen.findByText("Aucun message pour le moment.")).toBeTruthy();
});

test("a message is answered where it stands; what is typed stays until it has left", async () => {
  const answers = answersOf(subscription());
  const path = "POST /subscriptions/7/messages/1/replies";
  answers[path] = () => refusal(503, "unavailable");
  answering(answers);
  show(<ClassMessages subscription={subscription()} own />);
  await userEvent.click(await screen.findByRole("button", { name: /Répondre.*Chiara Bellini/ }));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Votre réponse" });
  const send = () => userEvent.click(screen.getByRole("button", { name: "Envoyer la réponse" }));
  await send();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(field, "Je viens.");
  await send();
  expect(await screen.findByText(/Votre réponse n’est pas partie/)).toBeTruthy();
  expect(field.value).toBe("Je viens.");
  answers[path] = () => new Response(null, { status: 204 });
  await send();
  expect(await screen.findByText("Votre réponse est partie.")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("once the access is over nothing is answered, and an author who left has no name", async () => {
  const answers = answersOf(subscription());
  answers["GET /subscriptions/7/messages"] = () =>
    Response.json([{ ...message, authorName: null, fileUrl: null }]);
  answering(answers);
  show(<ClassMessages subscription={subscription({ canAccess: false })} own />);
  expect(await screen.findByText("Ancien membre de l’équipe")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Répondre/ })).toBeNull();
});

test("an access that is over leaves everything to read and opens nothing", async () => {
  const over = subscription({ canAccess: false, displayStatus: "EXPIRED" });
  answering(answersOf(over, sessions.slice(0, 3)));
  open();
  expect(await screen.findByText(/^Accès terminé le 12 avril 2027/)).toBeTruthy();
  await screen.findByText("Appel en cours");
  expect(screen.queryByRole("region", { name: "Prochaine séance" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Reprendre" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Ajouter à mon agenda" })).toBeNull();
});

test.each([
  ["all", sessions.slice(0, 3), [message], /votre présence et les messages restent à lire ici/],
  ["sessions", sessions.slice(0, 3), [], /Vos séances et votre présence restent à lire ici/],
  ["messages", [], [message], /Les messages restent à lire ici/],
])("an access that is over says what stays to be read: %s", async (_, held, messages, words) => {
  const answers = answersOf(subscription({ canAccess: false, active: false }), held);
  answers["GET /subscriptions/7/messages"] = () => Response.json(messages);
  answering(answers);
  open();
  expect(await screen.findByText(words)).toBeTruthy();
});

test("an access that is over with nothing to read promises nothing", async () => {
  const answers = answersOf(subscription({ canAccess: false, active: false }), []);
  answers["GET /subscriptions/7/messages"] = () => Response.json([]);
  answering(answers);
  open();
  await screen.findByText("Aucun message pour le moment.");
  await screen.findByText("Aucune séance.");
  expect(screen.queryByText(/à lire ici/)).toBeNull();
});

test("a course that is over keeps its attendance, and says that there is nothing to come", async () => {
  answering(answersOf(subscription(), sessions.slice(0, 3)));
  open();
  expect(await screen.findByText("Toutes les séances ont eu lieu.")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 3, name: "Passées 3" })).toBeTruthy();
});

test("a guardian reads the class of a ward in its name", async () => {
  answering(answersOf(subscription({ userId: 99, learnerName: "Léa Morel" })));
  open();
  expect(await screen.findByText("Pour Léa Morel")).toBeTruthy();
  expect(await screen.findByText(/^Léa Morel a suivi/)).toBeTruthy();
});

test("a long list begins with six and shows the rest on demand", async () => {
  const many = Array.from({ length: 9 }, (_, at) => session(at + 20, `2026-12-0${at + 1}`));
  answering(answersOf(subscription(), many));
  open();
  await userEvent.click(await screen.findByRole("button", { name: /^Voir les 3 suivantes/ }));
  await waitFor(() => expect(rows("À venir 9")).toHaveLength(9));
});

test("an online class is entered from a quarter of an hour before", async () => {
  const online = session(4, "2026-11-23", {
    roomName: null,
    meetingUrl: "https://visio.example/a",
  });
  answering(answersOf(subscription({ courseType: "ONLINE" }), [online]));
  open();
  const closed = await screen.findByRole("button", { name: "Rejoindre la classe" });
  expect(closed).toHaveProperty("disabled", true);
  expect(plain(closed.nextElementSibling?.textContent)).toBe(
    "Ouvre lun. 23 nov. à 18 h 15, un quart d’heure avant.",
  );
});

test("the calendar’s address is shown once, to be copied", async () => {
  const answers = answersOf(subscription());
  const address = "https://ecole.example/api/calendar/secret.ics";
  answers["POST /calendar-tokens"] = () => Response.json({ id: 1, kind: "OWN", address });
  answering(answers);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Ajouter à mon agenda" }));
  await userEvent.click(await screen.findByRole("button", { name: "Créer une adresse d’agenda" }));
  const field = await screen.findByLabelText("Adresse de votre agenda");
  expect(field).toHaveProperty("value", address);
  expect(screen.getByRole("link", { name: "Ouvrir dans mon agenda" }).getAttribute("href")).toBe(
    "webcal://ecole.example/api/calendar/secret.ics",
  );
});

test("an address that names no subscription is lost; nobody is let in without signing in", async () => {
  answering({});
  open("/ma-classe/abc");
  expect(await screen.findByText("perdu")).toBeTruthy();
  endSession();
  open();
  expect(await screen.findByText("ailleurs")).toBeTruthy();
});
