// Revising: by keyboard and by pointer, to the end of the day; what there is to read when there is nothing to revise.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { endSession } from "web-shared/api/session";
import { DueBlock } from "./DueBlock";
import { RevisionPage } from "./RevisionPage";
import { day, enter, here, question, refusal, setUp, show, word } from "./revisionTesting";

beforeEach(() => {
  setUp();
  enter();
});

const page = () => show(<RevisionPage signIn="/login" />);
const start = () => screen.findByRole("button", { name: "Commencer" });
const card = (name: string) => screen.findByRole("article", { name });
const turn = () => screen.getByRole("button", { name: "Montrer la réponse" });
const ratings = () => here.reviews.map(({ cardId, rating }) => [cardId, rating]);

test("card after card by keyboard; one that was not known comes again at the end", async () => {
  setUp([word(1, "vorrei"), word(2, "il conto"), word(3, "grazie")]);
  const { user } = page();
  expect(await screen.findByRole("heading", { name: "3 cartes à revoir" })).toBeTruthy();
  expect(screen.getByText("Aujourd’hui, samedi 28 novembre")).toBeTruthy();
  await user.click(await start());
  expect(document.activeElement).toBe(await card("vorrei"));
  expect(screen.getByText("1 sur 3")).toBeTruthy();
  expect(screen.queryByText("sens de vorrei")).toBeNull();
  await user.keyboard("2"); // the answer comes first
  expect(screen.queryByText("sens de vorrei")).toBeNull();
  await user.keyboard(" ");
  expect(document.activeElement?.textContent).toContain("sens de vorrei");
  await user.keyboard("1");
  expect(document.activeElement).toBe(await card("il conto"));
  expect(screen.getByText("2 sur 4")).toBeTruthy();
  await user.keyboard("{Enter}3");
  await card("grazie");
  await user.keyboard("{Enter}4");
  await card("vorrei");
  expect(screen.getByText("4 sur 4")).toBeTruthy();
  await user.keyboard(" 2");
  const done = await screen.findByRole("heading", { name: "C’est tout pour aujourd’hui." });
  expect(document.activeElement).toBe(done);
  expect(await screen.findByText("Prochaine révision : mardi 1er décembre.")).toBeTruthy();
  expect(ratings()).toEqual([
    [1, "AGAIN"],
    [2, "GOOD"],
    [3, "EASY"],
    [1, "HARD"],
  ]);
});

test("by pointer, and one leaves in the middle", async () => {
  setUp([word(1, "vorrei"), word(2, "il conto")]);
  const { user } = page();
  await user.click(await start());
  await user.click(turn());
  expect(screen.getByText("sens de vorrei")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Bien" }));
  await card("il conto");
  await user.click(screen.getByRole("button", { name: "Quitter la révision" }));
  expect(await screen.findByRole("heading", { name: "1 carte à revoir" })).toBeTruthy();
  await waitFor(() => expect(ratings()).toEqual([[1, "GOOD"]]));
});

test("a question is shown as on its sheet, and its answer in words", async () => {
  setUp([
    question(1, "Complétez : Per me un {{1}}.", {
      typeCode: "CLOZE",
      back: "caffè",
      explanation: "Avec un accent.",
      mediaUrl: "/files/caffe.mp3",
      mediaLink: "/files/caffe.mp3?s=1",
      transcript: "Per me un caffè.",
    }),
    question(2, "On paie avant.", { typeCode: "TRUE_FALSE", back: "TRUE" }),
    question(3, "On dit…", { typeCode: "QCM", options: ["Dammi", "Vorrei"], back: "Vorrei" }),
  ]);
  const { user } = page();
  await user.click(await start());
  const first = within(await screen.findByRole("article"));
  expect(first.getByText("Italien")).toBeTruthy();
  expect(first.getByText("Primi passi · Al bar")).toBeTruthy();
  expect(first.getByText("Trou 1 sur 1")).toBeTruthy();
  expect(document.querySelector("audio")?.getAttribute("src")).toBe("/files/caffe.mp3?s=1");
  expect(first.queryByText("Lire la transcription")).toBeNull();
  await user.click(turn());
  expect(first.getByText("caffè").lang).toBe("it");
  expect(first.getByText("Avec un accent.")).toBeTruthy();
  expect(first.getByText("Lire la transcription")).toBeTruthy();
  await user.keyboard("3");
  const second = within(await card("On paie avant."));
  expect(second.getAllByRole("listitem").map((one) => one.textContent)).toEqual(["Vrai", "Faux"]);
  await user.keyboard(" ");
  expect(second.getAllByText("Vrai")).toHaveLength(2);
  await user.keyboard("3");
  const third = within(await card("On dit…"));
  expect(third.getAllByRole("listitem").map((one) => one.textContent)).toEqual(["Dammi", "Vorrei"]);
  expect(screen.queryByRole("radio")).toBeNull();
});

test("a card that is not wanted any more is asked about once, and gone", async () => {
  setUp([word(1, "vorrei"), word(2, "il conto")]);
  const { user } = page();
  await user.click(await start());
  await user.click(await screen.findByRole("button", { name: "Ne plus réviser cette carte" }));
  const dialog = await screen.findByRole("dialog", { name: "Ne plus réviser cette carte ?" });
  await user.click(within(dialog).getByRole("button", { name: "Ne plus réviser cette carte" }));
  await card("il conto");
  expect(here.calls).toContain("DELETE /revision/cards/1");
  expect(screen.getByText("1 sur 1")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("whoever has no card reads where they come from", async () => {
  here.due = day([], { nextOn: null });
  page();
  expect(await screen.findByText(/^Vous n’avez pas encore de carte/)).toBeTruthy();
});

test("with nothing due the next day is named; beyond the most of a day it is tomorrow", async () => {
  here.due = day([], { total: 5 });
  page();
  expect(await screen.findByText("Rien à réviser aujourd’hui.")).toBeTruthy();
  expect(screen.getByText("Prochaine révision : mardi 1er décembre.")).toBeTruthy();
});

test("what is more than a day’s cards waits until tomorrow", async () => {
  here.due = day([], { total: 25, due: 5, reviewedToday: 20, nextOn: null });
  page();
  expect(await screen.findByText("C’est tout pour aujourd’hui.")).toBeTruthy();
  expect(screen.getByText("5 autres cartes attendront demain.")).toBeTruthy();
  expect(screen.getByText("Prochaine révision : dimanche 29 novembre.")).toBeTruthy();
});

test("cards that cannot be read are asked again", async () => {
  here.answers["/revision/due"] = () => refusal(422, "invalid");
  const { user } = page();
  const failed = within(await screen.findByRole("alert"));
  expect(failed.getByText("Vos cartes n’ont pas pu être chargées.")).toBeTruthy();
  here.answers = {};
  here.due = day([word(1, "vorrei")]);
  await user.click(failed.getByRole("button", { name: "Réessayer" }));
  await start();
});

test("without a network the reviews are kept, told, and sent once when it is back", async () => {
  setUp([word(1, "vorrei"), word(2, "il conto"), word(3, "grazie")]);
  const { user } = page();
  await user.click(await start());
  here.network = "down";
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await user.keyboard(" 3");
  await card("il conto");
  await user.keyboard(" 3");
  await card("grazie");
  expect(
    await screen.findByText("2 réponses seront envoyées quand le réseau sera revenu."),
  ).toBeTruthy();
  expect(here.reviews).toEqual([]);
  here.network = "up";
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(ratings()).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText(/seront envoyées/)).toBeNull());
  expect(here.calls.filter((call) => call === "POST /revision/reviews")).toHaveLength(1);
});

test("whoever is not signed in goes there first", async () => {
  endSession();
  const { router } = page();
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(router.state.location.search).toBe("?next=%2Frevision");
});

test("above one’s courses stands how many cards there are; nothing without any", async () => {
  setUp([word(1, "vorrei"), word(2, "il conto")]);
  show(<DueBlock />, "/profile/subscriptions");
  const link = await screen.findByRole("link", { name: "Réviser · 2 cartes aujourd’hui" });
  expect(link.getAttribute("href")).toBe("/revision");
});

test("nothing stands there for whoever has no card", async () => {
  here.due = day([], { nextOn: null });
  show(<DueBlock />, "/profile/subscriptions");
  await waitFor(() => expect(here.calls).toContain("GET /revision/due"));
  expect(screen.queryByRole("link")).toBeNull();
});
