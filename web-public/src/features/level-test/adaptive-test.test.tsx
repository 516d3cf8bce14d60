// The adaptive test as it is taken: one question after another, no answer lost or counted twice.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  answers,
  audio,
  begun,
  button,
  choice,
  heading,
  json,
  open,
  refused,
  sent,
  sentence,
  serve,
  signIn,
  start,
  state,
  words,
} from "./attemptTesting";

beforeEach(serve);

test("the start says what the test is and what becomes of the answers, and leads to the short one", async () => {
  open();
  await screen.findByRole("button", { name: "Commencer le test" });
  expect(screen.getByText(/De 8 à 25 questions/)).toBeTruthy();
  expect(screen.getByText(/Vos réponses sont gardées sans votre nom/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Ce que l’école garde" }).getAttribute("href")).toBe(
    "/confidentialite",
  );
  expect(screen.getByRole("link", { name: /test court : 12 questions/ }).getAttribute("href")).toBe(
    "/test?language=ITALIAN&form=fixed",
  );
  expect(sent).toEqual([]);
});

test("a question is answered, the next one has the focus, and nothing of it is stored", async () => {
  const { user, router } = await begun();
  expect(router.state.location.search).toBe("?language=ITALIAN&form=adaptive");
  expect(document.activeElement).toBe(await heading(1));
  expect(button("Répondre").disabled).toBe(true);
  answers.push(json(state({ answered: 1, question: sentence })));
  await user.click(screen.getByRole("radio", { name: "sono" }));
  await user.click(button("Répondre"));
  const second = await heading(2);
  expect(document.activeElement).toBe(second);
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("4");
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.getByText("Question 2 :")).toBeTruthy();
  expect(sent).toEqual([
    { call: "/tests/ITALIAN/attempts", body: {} },
    {
      call: "/attempts/5/answers",
      body: {
        token: "jeton",
        questionId: 1,
        version: 1,
        givenAnswer: "sono",
        milliseconds: expect.any(Number),
      },
    },
  ]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("jeton");
});

test("not to know is an answer, pressed twice it is sent once, and it says no word of a fault", async () => {
  const { user } = await begun();
  answers.push(json(state({ answered: 1, question: words })));
  await user.dblClick(button("Je ne sais pas"));
  await heading(2);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.body).toMatchObject({ questionId: 1, givenAnswer: null });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("Enter answers in a gap and in words, but for a new line and the word of an input method", async () => {
  const { user } = await begun({ question: sentence });
  answers.push(json(state({ answered: 1, question: words })));
  await user.type(screen.getByRole("textbox", { name: "Trou 1 sur 1" }), "siamo{Enter}");
  await heading(2);
  const field = screen.getByRole("textbox", { name: /Traduisez/ });
  await user.type(field, "{Enter}un{Shift>}{Enter}{/Shift}caffè");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(sent).toHaveLength(2);
  answers.push(json(state({ answered: 2, question: choice })));
  await user.type(field, "{Enter}");
  await heading(3);
  expect(sent.slice(1).map(({ body }) => body.givenAnswer)).toEqual([["siamo"], "un\ncaffè"]);
});

test("a recording has its player, and its words once there is an answer", async () => {
  const { user } = await begun({ question: audio });
  expect(button("Écouter l’enregistrement")).toBeTruthy();
  expect(screen.queryByText("Lire la transcription")).toBeNull();
  await user.click(screen.getByRole("radio", { name: "8 h" }));
  expect(screen.getByText("Lire la transcription")).toBeTruthy();
});

test("an answer that may have arrived stays in place and is sent again as it was", async () => {
  const { user } = await begun();
  await user.click(screen.getByRole("radio", { name: "sono" }));
  answers.push(() => Promise.reject(new TypeError("no network")));
  await user.click(button("Répondre"));
  await screen.findByText(/Votre réponse n’a pas été enregistrée/);
  expect(screen.getByRole("radio", { name: "sono" })).toHaveProperty("checked", true);
  expect(screen.getByRole("radio", { name: "ho" })).toHaveProperty("disabled", true);
  expect(button("Je ne sais pas").disabled).toBe(true);
  answers.push(() => refused(503, "unavailable"), json(state({ answered: 1, question: words })));
  await user.click(button("Réessayer"));
  await waitFor(() => expect(sent).toHaveLength(3));
  await waitFor(() => expect(button("Répondre").disabled).toBe(false));
  await user.click(button("Répondre"));
  await heading(2);
  expect(sent).toHaveLength(4);
  expect(sent[2]).toEqual(sent[1]);
  expect(sent[3]).toEqual(sent[1]);
});

test("too many tries say so, and the answer can still be changed", async () => {
  const { user } = await begun();
  await user.click(screen.getByRole("radio", { name: "sono" }));
  answers.push(() => refused(429, "too_many_requests"));
  await user.click(button("Répondre"));
  await screen.findByText("Trop de tentatives. Veuillez réessayer plus tard.");
  await user.click(screen.getByRole("radio", { name: "ho" }));
  answers.push(json(state({ answered: 1, question: words })));
  await user.click(button("Répondre"));
  await heading(2);
  expect(sent[2]?.body.givenAnswer).toBe("ho");
});

test("a question that was changed meanwhile is replaced, which a note says", async () => {
  const { user } = await begun();
  answers.push(json(state({ replaced: true, question: words })));
  await user.click(screen.getByRole("radio", { name: "sono" }));
  await user.click(button("Répondre"));
  await screen.findByText("Cette question vient d’être changée ; en voici une autre.");
  expect(screen.getByRole("textbox", { name: /Traduisez/ })).toBeTruthy();
  expect(document.activeElement).toBe(await heading(1));
});

test.each([
  [404, "not_found"],
  [409, "attempt_abandoned"],
])("a test that is gone leads back to its start: %i %s", async (status, code) => {
  const { user } = await begun();
  answers.push(() => refused(status, code));
  await user.click(button("Je ne sais pas"));
  const note = await screen.findByText(/Ce test ne peut plus continuer/);
  expect(note.closest("[role=status]")).toBe(document.activeElement);
  answers.push(json(state({ id: 6, token: "autre" }), 201));
  await start(user);
  await heading(1);
});

test("a language whose test is no longer offered has the fixed one", async () => {
  answers.push(() => refused(409, "test_not_offered"));
  const { user, router } = open();
  await start(user);
  await screen.findByRole("button", { name: "Soumettre le test" });
  expect(router.state.location.search).toBe("?language=ITALIAN&form=fixed");
});

test("a start that fails says so and is tried again", async () => {
  answers.push(() => refused(429, "too_many_requests"));
  const { user } = open();
  await start(user);
  await screen.findByText("Le test n’a pas pu commencer.");
  answers.push(json(state({ token: "jeton" }), 201));
  await start(user);
  await heading(1);
});

test("the address of a test under way begins anew after a reload, and says why", async () => {
  open("/test?language=it&form=adaptive");
  await screen.findByText(/Un test commencé sans compte ne peut pas être repris/);
  expect(button("Commencer le test")).toBeTruthy();
});

test("leaving in the middle is asked about; going back keeps the test in the page", async () => {
  const { user, router } = await begun();
  await user.click(screen.getByRole("link", { name: "partir" }));
  const dialog = await screen.findByRole("dialog", { name: "Quitter le test ?" });
  expect(within(dialog).getByText(/Sans compte, il ne peut pas être repris/)).toBeTruthy();
  await user.click(within(dialog).getByRole("button", { name: "Rester ici" }));
  expect(router.state.location.pathname).toBe("/test");
  await router.navigate(-1);
  await user.click(await screen.findByRole("button", { name: "Reprendre le test" }));
  await heading(1);
  expect(sent).toHaveLength(1);
});

test("whoever signs in meanwhile goes on with the test they began", async () => {
  const { user } = await begun();
  await user.click(screen.getByRole("radio", { name: "sono" }));
  await act(async () => {
    signIn();
    await new Promise((asked) => setTimeout(asked)); // everything is asked for again
  });
  expect(screen.getByRole("radio", { name: "sono" })).toHaveProperty("checked", true);
  answers.push(json(state({ answered: 1, question: words })));
  await user.click(button("Répondre"));
  await heading(2);
  expect(sent[1]?.body).toMatchObject({ token: "jeton", givenAnswer: "sono" });
});

test("whoever is signed in goes on where they stopped, or begins again", async () => {
  signIn();
  answers.push(json(state({ answered: 6, question: words })));
  const { user } = open("/test?language=it&form=adaptive");
  await start(user);
  await heading(7);
  expect(screen.queryByText(/Un test commencé sans compte/)).toBeNull();
  expect(screen.getByText("Vous reprenez votre test : 6 réponses déjà données.")).toBeTruthy();
  answers.push(json(state({ id: 6 }), 201));
  await user.click(button("Recommencer à zéro"));
  const dialog = await screen.findByRole("dialog", { name: "Recommencer à zéro ?" });
  expect(sent).toHaveLength(1);
  await user.click(within(dialog).getByRole("button", { name: "Recommencer à zéro" }));
  await heading(1);
  expect(sent[1]?.body).toEqual({ restart: true });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText(/Vous reprenez votre test/)).toBeNull();
  await waitFor(async () => expect(document.activeElement).toBe(await heading(1)));
  answers.push(json(state({ id: 6, answered: 1, question: sentence })));
  await user.click(button("Je ne sais pas"));
  await heading(2);
  expect(sent[2]?.call).toBe("/attempts/6/answers");
  expect(sent[2]?.body).not.toHaveProperty("token");
});
