// A level test as it is taken: whole, once, without losing an answer; and what its result says.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { languageRows } from "web-shared/fixtures";
import { languagesOf } from "web-shared/taughtLanguages";
import { Provider } from "web-shared/ui/Provider";
import { askedIn } from "./address";
import type { TestResult } from "./api";
import { ResultPage } from "./ResultPage";
import { TestPage } from "./TestPage";
import { TestsPage } from "./TestsPage";

const none = { options: [], mediaUrl: null, transcript: null, version: 1, language: "it" };
const choice = {
  ...none,
  id: 1,
  question: "Io ___ di Torino.",
  typeCode: "QCM",
  options: ["sono", "ho"],
};
const sentence = { ...none, id: 2, question: "Ieri {{1}} andati.", typeCode: "CLOZE" };
const words = { ...none, id: 3, question: "Traduisez.", typeCode: "TEXT" };
const course = { id: 7, name: "Storie brevi", type: "ONLINE", level: "A2", bookable: true };
const full = { ...course, id: 8, name: "Chiacchierare", bookable: false };

const result = {
  score: 2,
  total: 3,
  percent: 66,
  level: "A2",
  results: [
    { questionId: 1, outcome: "right" },
    { questionId: 2, outcome: "nearly" },
    { questionId: 3, outcome: "wrong" },
  ],
  recommendations: [course, full],
  nextLevel: [],
} as unknown as TestResult;

let questions: object[];
let answer: () => Response | Promise<Response>;
let sent: unknown[];

beforeEach(() => {
  questions = [choice, sentence, words];
  answer = () => Response.json(result);
  sent = [];
  vi.stubGlobal("scrollTo", () => {});
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") {
      sent.push(await request.json());
      return answer();
    }
    if (request.url.endsWith("/languages")) return Response.json(languageRows);
    if (request.url.endsWith("/api/tests")) return Response.json([]);
    const asked = /courses\/(\d+)/.exec(request.url)?.[1];
    if (!asked) return Response.json(questions);
    return Response.json(asked === "7" ? course : full);
  });
});

function open(path: string) {
  const catalogue = {
    Tile: ({ course }: { course: { name: string } }) => <h3>{course.name}</h3>,
    address: (of: object, level?: string) =>
      `/courses?of=${[...Object.values(of), level].filter(Boolean).join("-")}`,
  };
  const router = createMemoryRouter(
    [
      { path: "/tests", element: <TestsPage /> },
      { path: "/test", element: <TestPage catalogue={catalogue} /> },
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

type User = ReturnType<typeof userEvent.setup>;

const submit = () => screen.getByRole("button", { name: "Soumettre le test" });

async function answerAll(user: User) {
  await user.click(await screen.findByRole("radio", { name: "sono" }));
  await user.type(screen.getByRole("textbox", { name: "Trou 1 sur 1" }), "siamo");
  await user.type(screen.getByRole("textbox", { name: /Traduisez/ }), "vorrei");
}

test("the address takes any name of a language; without one it leads home, with another to the choice", () => {
  const asked = (query: string) => askedIn(new URLSearchParams(query), languagesOf(languageRows));
  for (const name of ["ITALIAN", "italien", "it", "Italian", " ITALIEN "]) {
    expect(asked(`language=${name}`).language?.key).toBe("ITALIAN");
  }
  expect(asked("language=francais").language?.key).toBe("FRENCH");
  expect(asked("language=Spanish").language?.key).toBe("espagnol");
  expect(asked("")).toEqual({ elsewhere: "/" });
  expect(asked("language=+")).toEqual({ elsewhere: "/" });
  expect(asked("language=klingon")).toEqual({ elsewhere: "/tests" });
});

test("a question that is not asked in the reader’s language says in which it is, a bare sentence does not", async () => {
  questions = [choice, sentence, { ...words, question: "Translate.", lang: "en" }];
  open("/test?language=italien");
  const translated = (await screen.findByText("Translate.")).closest("legend");
  expect(translated?.textContent).toMatch(/Translate\.en anglais$/);
  expect(translated?.querySelector("[lang]")?.getAttribute("lang")).toBe("en");
  expect(screen.getAllByText(/^en (français|anglais|italien|chinois)$/)).toHaveLength(1);
});

test("an answer stays when its question is asked in another language", async () => {
  const first = open("/test?language=italien");
  await first.user.type(await screen.findByRole("textbox", { name: /Traduisez/ }), "vorrei");
  first.page.unmount();
  questions = [choice, sentence, { ...words, question: "Translate.", lang: "en" }];
  open("/test?language=italien");
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /Translate/ });
  await waitFor(() => expect(field.value).toBe("vorrei"));
});

test("a test is handed in whole and once, and leads to its result", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer = async () => {
    await held;
    return Response.json(result);
  };
  const { user, router } = open("/test?language=italien");
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(
    "Test de langue : ITALIEN",
  );
  await answerAll(user);
  await user.dblClick(submit());
  release();
  await screen.findByText("Score obtenu : 2 / 3");
  expect(router.state.location.pathname).toBe("/result");
  expect(sent).toEqual([
    [
      { questionId: 1, givenAnswer: "sono" },
      { questionId: 2, givenAnswer: ["siamo"] },
      { questionId: 3, givenAnswer: "vorrei" },
    ],
  ]);
});

test("with answers missing nothing is sent: the page says so and leads to the first one", async () => {
  const { user } = open("/test?language=ITALIAN");
  await user.click(await screen.findByRole("radio", { name: "sono" }));
  expect(submit().getAttribute("aria-disabled")).toBe("true");
  await user.click(submit());
  await screen.findByText("Veuillez répondre à toutes les questions avant de soumettre.");
  const first = screen.getByRole("textbox", { name: "Trou 1 sur 1" });
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(sent).toEqual([]);
  const progress = screen.getByRole("complementary", { name: "Avancement" });
  expect(within(progress).getByText("1 réponse sur 3")).toBeTruthy();
  expect(within(progress).getByRole("link", { name: "Question 1, répondue" })).toBeTruthy();
  await user.click(within(progress).getByRole("link", { name: "Question 3" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Traduisez/ }));
});

test("answers outlive a reload, each language by itself, until their question becomes another", async () => {
  const first = open("/test?language=ITALIAN");
  await answerAll(first.user);
  first.page.unmount();

  const other = open("/test?language=FRENCH");
  expect(await screen.findByRole("radio", { name: "sono" })).toHaveProperty("checked", false);
  other.page.unmount();

  const second = open("/test?language=ITALIAN");
  expect(await screen.findByDisplayValue("siamo")).toBeTruthy();
  expect(screen.getByRole("radio", { name: "sono" })).toHaveProperty("checked", true);
  second.page.unmount();

  questions = [{ ...choice, options: ["sono", "sto"] }, sentence];
  open("/test?language=ITALIAN");
  expect(await screen.findByDisplayValue("siamo")).toBeTruthy();
  expect(screen.getByRole("radio", { name: "sono" })).toHaveProperty("checked", false);
});

test("a failure keeps every answer, and a success forgets them", async () => {
  answer = () => Response.json({ status: 500, code: "internal", message: "" }, { status: 500 });
  const { user, router } = open("/test?language=ITALIAN");
  await answerAll(user);
  await user.click(submit());
  await screen.findByText("Le test n’a pas pu être corrigé. Vos réponses sont gardées.");
  expect(screen.getByDisplayValue("siamo")).toBeTruthy();

  answer = () => Response.json(result);
  await user.click(submit());
  await screen.findByText("Score obtenu : 2 / 3");
  await router.navigate("/test?language=ITALIAN");
  expect(await screen.findByRole("radio", { name: "sono" })).toHaveProperty("checked", false);
  expect(screen.queryByDisplayValue("siamo")).toBeNull();
});

test("a language without questions says so, and so does a server that does not answer", async () => {
  questions = [];
  const { page } = open("/test?language=ITALIAN");
  await screen.findByText("Aucune question disponible pour cette langue.");
  page.unmount();
  vi.stubGlobal("fetch", async () =>
    Response.json({ status: 422, code: "invalid", message: "" }, { status: 422 }),
  );
  open("/test?language=ITALIAN");
  await screen.findByText("Les questions n’ont pas pu être chargées.");
});

function taken(more: Partial<TestResult>) {
  const asked = [choice, sentence, words].map(({ id, question }) => ({ id, text: question }));
  const kept = { language: "ITALIAN", questions: asked, result: { ...result, ...more } };
  localStorage.setItem("testResult", JSON.stringify(kept));
}

test("a result says its level in words, shows only courses with a place left and never an answer", async () => {
  taken({});
  open("/result");
  expect(screen.getByText("Test terminé")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Vous êtes à l’aise en A2.");
  expect(
    screen.getByRole("img", { name: "Niveau atteint : A2, sur une échelle de A1 à C2" }),
  ).toBeTruthy();
  expect(screen.getByRole("link", { name: "Voir les cours A2" }).getAttribute("href")).toBe(
    "/courses?of=ONLINE-Italien-A2",
  );
  expect(screen.getByText("Storie brevi")).toBeTruthy();
  expect(screen.queryByText("Chiacchierare")).toBeNull();
  expect(screen.getByRole("link", { name: "Recommencer" }).getAttribute("href")).toBe(
    "/test?language=ITALIAN",
  );
  expect(screen.getByText("Presque : attention aux accents")).toBeTruthy();
  expect(screen.getByText("Ieri ___ andati.")).toBeTruthy();
});

test("a course that filled up since is not offered any more: there is another way on", async () => {
  taken({ recommendations: [{ ...full, bookable: true } as never] });
  open("/result");
  await screen.findByText(/Aucun cours A2 n’a de place en ce moment/);
  expect(screen.getByRole("link", { name: "Voir les cours" }).getAttribute("href")).toBe(
    "/courses?of=ONLINE-Italien",
  );
});

test("without a level there is the score alone", async () => {
  taken({ level: null, recommendations: [] });
  open("/result");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Score obtenu : 2 / 3");
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.queryByText(/Aucun cours/)).toBeNull();
});

test.each(["", "null", "{", '{"language":"ITALIAN"}', '{"language":"x","result":{}}'])(
  "without a readable result (%s) the page invites to a test",
  async (stored) => {
    localStorage.setItem("testResult", stored);
    open("/result");
    expect(screen.getByText("Aucun test n’a encore été terminé dans ce navigateur.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Passer le test" }).getAttribute("href")).toBe(
      "/tests",
    );
  },
);

test("the choice has a door for each language, and the way back to the last result", async () => {
  const { page } = open("/tests");
  expect(screen.getByRole("link", { name: /^Chinois/ }).getAttribute("href")).toBe(
    "/test?language=CHINESE",
  );
  expect(screen.queryByRole("link", { name: "Revoir votre dernier résultat" })).toBeNull();
  page.unmount();
  taken({});
  open("/tests");
  await waitFor(() => screen.getByRole("link", { name: "Revoir votre dernier résultat" }));
});
