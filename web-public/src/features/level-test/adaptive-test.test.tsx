// The adaptive test as it is taken: one question after another, no answer lost or counted twice, and what it found.
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { languageRows, student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { type Catalogue, ResultPage } from "./ResultPage";
import { TestPage } from "./TestPage";
import type { AttemptState } from "./useAttempt";

const none = { options: [], mediaUrl: null, transcript: null, version: 1 };
const choice = {
  ...none,
  id: 1,
  question: "Io ___ di Torino.",
  typeCode: "QCM",
  options: ["sono", "ho"],
};
const sentence = { ...none, id: 2, question: "Ieri {{1}} andati.", typeCode: "CLOZE" };
const words = { ...none, id: 3, question: "Traduisez.", typeCode: "TEXT" };
const audio = {
  ...none,
  id: 4,
  question: "A che ora parte?",
  typeCode: "AUDIO",
  options: ["7 h 45", "8 h"],
  mediaUrl: "/assets/audio/treno.mp3",
  transcript: "Alle sette e quarantacinque.",
};

const course = { id: 7, name: "Storie brevi", type: "IN_PERSON", level: "B1", bookable: true };
const higher = { ...course, id: 9, name: "Verso il B2", level: "B2" };
const result = {
  level: "B1",
  percent: 82,
  neighbour: "A2",
  answered: 9,
  courses: [course],
  nextLevel: [higher],
};

const state = (more: object) =>
  ({
    id: 5,
    language: "it",
    answered: 0,
    atMost: 25,
    replaced: false,
    question: choice,
    ...more,
  }) as AttemptState;
const refused = (status: number, code: string, message = "") =>
  Response.json({ status, code, message }, { status });

interface Sent {
  call: string;
  body: Record<string, unknown>;
}

let sent: Sent[];
/** What the calls that write are answered, in their order. */
let answers: (() => Response | Promise<Response>)[];

beforeEach(() => {
  endSession();
  sent = [];
  answers = [];
  vi.stubGlobal("scrollTo", () => {});
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      sent.push({ call: pathname.replace("/api", ""), body: await request.json() });
      return answers.shift()?.() ?? refused(500, "internal");
    }
    if (pathname === "/api/languages") return Response.json(languageRows);
    if (pathname === "/api/tests") {
      return Response.json([{ language: "it", fixedQuestions: 12, adaptive: true }]);
    }
    if (pathname.startsWith("/api/tests/")) return Response.json([{ ...choice, language: "it" }]);
    return Response.json(pathname.includes("/9/") ? higher : course);
  });
});

const catalogue: Catalogue = {
  tile: ({ name }) => <h3>{name}</h3>,
  tileToBook: ({ name }) => <a href={`/choisir/${name}`}>Choisir ce cours : {name}</a>,
  address: (of, level) => `/courses?of=${[of.type, of.language, level].filter(Boolean).join("-")}`,
};

function open(path = "/test?language=it") {
  const router = createMemoryRouter(
    [
      {
        path: "/test",
        element: (
          <>
            <Link to="/ailleurs">partir</Link>
            <TestPage catalogue={catalogue} />
          </>
        ),
      },
      { path: "/result", element: <ResultPage catalogue={catalogue} /> },
      { path: "*", element: <p>ailleurs</p> },
    ],
    { initialEntries: [path] },
  );
  const page = render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, page, user: userEvent.setup() };
}

const signIn = () => startSession({ user: student, accessToken: "a", refreshToken: "r" }, false);
const json = (body: object, status?: number) => () => Response.json(body, status ? { status } : {});
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const heading = (number: number) =>
  screen.findByRole("heading", { name: `Question ${number} · 25 au plus` });
type User = ReturnType<typeof userEvent.setup>;
const start = async (user: User) =>
  user.click(await screen.findByRole("button", { name: "Commencer le test" }));

async function begun(first: object = {}) {
  answers.push(json(state({ token: "jeton", ...first }), 201));
  const page = open();
  await start(page.user);
  await heading(1);
  return page;
}

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

async function finished(found: object, signedIn = false) {
  if (signedIn) signIn();
  const page = await begun(signedIn ? { token: null } : {});
  answers.push(json(state({ answered: 9, question: null, result: { ...result, ...found } })));
  await page.user.click(button("Je ne sais pas"));
  await screen.findByText("Test terminé");
  return page;
}

test("the result stands on the same address: level, its probability, and courses to choose", async () => {
  const { router } = await finished({});
  expect(router.state.location).toMatchObject({
    pathname: "/test",
    search: "?language=ITALIAN&form=adaptive",
  });
  const title = screen.getByRole("heading", { level: 1 });
  expect(title.textContent).toBe("Vous êtes à l’aise en B1.");
  expect(document.activeElement).toBe(title);
  expect(screen.getByText("B1, probable à 82 %")).toBeTruthy();
  expect(screen.getByText(/assez sûr ; sinon, vous seriez plutôt A2/)).toBeTruthy();
  expect(screen.getByText("après 9 questions")).toBeTruthy();
  expect(screen.getByText(/Vous vous débrouillez en voyage/)).toBeTruthy();
  expect(
    screen.getAllByRole("link", { name: /^Choisir ce cours/ }).map((link) => link.textContent),
  ).toEqual(["Choisir ce cours : Storie brevi", "Choisir ce cours : Verso il B2"]);
  expect(screen.queryByText("Votre résultat est gardé dans votre profil.")).toBeNull();
  expect(screen.getByRole("link", { name: "Recommencer" }).getAttribute("href")).toBe(
    "/test?language=ITALIAN",
  );
});

test.each([
  [{ percent: 91, neighbour: "A2" }, "Vous êtes à l’aise en B1.", /très sûr/],
  [{ percent: 70, neighbour: null }, "Vous êtes à l’aise en B1.", /est une estimation/],
  [{ percent: 51, neighbour: "A2" }, "Vous êtes entre A2 et B1.", /hésitent entre B1 et A2/],
  [{ percent: 88, level: "A1" }, "Vous êtes au début : A1.", /très sûr/],
])("how sure the level is, is said in words: %o", async (found, title, sure) => {
  await finished(found);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  expect(screen.getByText(sure)).toBeTruthy();
});

test("without a seat there is another way on; whoever is signed in finds the result in the profile", async () => {
  await finished({ courses: [], nextLevel: [] }, true);
  expect(screen.getByText(/Aucun cours B1 n’a de place en ce moment/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Voir le catalogue" }).getAttribute("href")).toBe(
    "/courses?of=IN_PERSON-Italien-B1",
  );
  expect(screen.getByRole("link", { name: "Écrire à l’école" })).toBeTruthy();
  expect(screen.getByText("Votre résultat est gardé dans votre profil.")).toBeTruthy();
});

test("the result outlives a reload, and is the one looked at again", async () => {
  const { page, router } = await finished({});
  const { state: remembered } = router.state.location;
  page.unmount();
  const again = open("/result");
  expect(await screen.findByText("B1, probable à 82 %")).toBeTruthy();
  again.page.unmount();
  const reloaded = open("/ailleurs");
  await reloaded.router.navigate("/test?language=it&form=adaptive", { state: remembered });
  expect(await screen.findByText("B1, probable à 82 %")).toBeTruthy();
});

test("a result that was kept before there was this test is still shown", async () => {
  localStorage.setItem(
    "testResult",
    JSON.stringify({
      language: "ITALIAN",
      questions: [{ id: 1, text: "Io ___ di Torino." }],
      result: {
        score: 1,
        total: 1,
        percent: 100,
        level: "A2",
        results: [{ questionId: 1, outcome: "right" }],
        recommendations: [],
        nextLevel: [],
      },
    }),
  );
  open("/result");
  expect(screen.getByText("Score obtenu : 1 / 1")).toBeTruthy();
  expect(screen.getByText("Io ___ di Torino.")).toBeTruthy();
});

test.each(["{}", '{"level":"B1","percent":80,"answered":9}'])(
  "an unreadable result (%s) invites to a test",
  (kept) => {
    localStorage.setItem(
      "testResult",
      `{"form":"adaptive","language":"ITALIAN","own":false,"result":${kept}}`,
    );
    open("/result");
    expect(screen.getByText("Aucun test n’a encore été terminé dans ce navigateur.")).toBeTruthy();
  },
);
