// The questions of a language and how they do: what an editor finds, chooses, and is warned of.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { browser } from "../../platform/browser";
import type { Draft, State } from "../../platform/local";
import { runOn } from "../../platform/platform";
import { stateQuery } from "../../platform/state";
import type { App, Drafts } from "../../platform/types";
import type { ItemStatistics, Statistics, TestQuestion } from "./api";
import { TestCreatorPage } from "./TestCreatorPage";

const AWAY = "Il faut le réseau : possible une fois de nouveau en ligne.";
const WHY =
  /Qui sait davantage y répond moins bien : une autre réponse est peut-être juste aussi\./;

beforeEach(() => {
  // Fields that grow with their text listen to it; jsdom has none.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
});
afterEach(() => runOn(browser));

function question(id: number, text: string, more: Partial<TestQuestion> = {}): TestQuestion {
  return {
    ...{ id, version: 2, language: "it", question: text, typeCode: "TEXT", options: [] },
    ...{ correctAnswer: "sì", orderIndex: id, level: "B1", inFixedTest: false, ...more },
  };
}

const QUESTIONS = [
  question(1, "La facile", { level: "A1", inFixedTest: true }),
  question(2, "La rara"),
  question(3, "La ingannevole"),
  question(4, "La difficile"),
  question(5, "La nuova", { level: null }),
];

const item = (questionId: number, more: Partial<ItemStatistics>): ItemStatistics => ({
  ...{ questionId, asked: 400, right: 300, exposure: 12, discrimination: 0.42 },
  ...{ misleading: false, ...more },
});

const STATISTICS: Statistics = {
  ...{ attempts: 1346, finished: 1200, meanQuestions: 17.4, fittedAt: "2026-11-26T02:10:00Z" },
  tooFew: 200,
  items: [
    item(1, {}),
    item(2, { asked: 37, right: 2, discrimination: null }),
    item(3, { right: 150, discrimination: -0.08, misleading: true }),
    item(4, { right: 120, fittedLevel: "B2" }),
  ],
};

interface Opened {
  query: string;
  statistics?: Statistics | number;
  drafts?: Drafts;
  away?: boolean;
}

function open({ query, statistics = STATISTICS, drafts, away = false }: Opened) {
  const queries = createQueryClient();
  const state = { connection: "offline" } as State;
  const app = { state: async () => state } as unknown as App;
  runOn({ ...browser, ...(drafts && { drafts }), ...(away && { app }) });
  if (away) queries.setQueryData(stateQuery.queryKey, state);
  const asked: string[] = [];
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    if (request.method === "PUT") sent.push(await request.json());
    if (pathname.endsWith("/languages"))
      return Response.json([{ id: 1, code: "it", name: "Italien", slug: "italien" }]);
    if (pathname.endsWith("/statistics"))
      return typeof statistics === "number"
        ? Response.json(
            { status: statistics, code: "forbidden", message: "" },
            { status: statistics },
          )
        : Response.json(statistics);
    if (pathname.endsWith("/tests/it")) return Response.json(QUESTIONS);
    return Response.json(QUESTIONS[0]);
  });
  const routes = [{ path: "/test-creator", element: <TestCreatorPage /> }];
  const router = createMemoryRouter(routes, { initialEntries: [`/test-creator?${query}`] });
  render(
    <Provider queries={queries}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { user: userEvent.setup(), asked, sent };
}

const cells = (row: HTMLElement | undefined) =>
  within(row ?? document.body)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent?.replace(/\s/g, " "));
const titles = () =>
  screen
    .getAllByRole("row")
    .map((row) => row.querySelector("[data-column=question] div")?.textContent)
    .filter(Boolean);

test("of each level it is said how many questions there are, and how many the short test asks", async () => {
  open({ query: "language=it" });
  const coverage = within(await screen.findByRole("region", { name: "Questions par niveau" }));
  expect(coverage.getByText(/^Le test adaptatif est proposé dès que 8 questions/)).toBeTruthy();
  const [a1, , b1] = coverage.getAllByRole("listitem");
  expect(a1?.textContent).toMatch(/^A1 1 question1 dans le test court/);
  expect(b1?.textContent).toMatch(/^B1 3 questions0 dans le test court/);
  expect(b1?.textContent).toMatch(/Trop peu pour situer$/);
});

test("questions are chosen by the test that asks them, and those that mislead", async () => {
  const { user } = open({ query: "language=it" });
  await waitFor(() => expect(screen.getByText("Trompeuse")).toBeTruthy());
  expect(titles()).toHaveLength(5);
  expect(screen.getByText("Dans aucun test")).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "Test court" }));
  expect(titles()).toEqual(["La facile"]);
  await user.click(screen.getByRole("radio", { name: "Adaptatif seulement" }));
  expect(titles()).toEqual(["La rara", "La ingannevole", "La difficile"]);
  await user.click(screen.getByRole("radio", { name: "Trompeuses" }));
  expect(titles()).toEqual(["La ingannevole"]);
});

test("figures stand beside each question, and first comes what is to be reviewed", async () => {
  const { user } = open({ query: "language=it" });
  await user.click(await screen.findByRole("tab", { name: "Statistiques" }));
  await screen.findByRole("table", { name: "Statistiques des questions" });
  expect(titles()).toEqual(["La ingannevole", "La difficile", "La rara", "La facile", "La nuova"]);
  const [, misleads, difficult, rare] = screen.getAllByRole("row");
  const counted = ["B1", "400", "38 %", "12 %"];
  expect(cells(misleads)).toEqual(["La ingannevole", ...counted, "-0,08", "Trompeuse"]);
  expect(cells(difficult)?.slice(-2)).toEqual(["0,42", "Plutôt B2"]);
  expect(cells(rare)?.slice(-2)).toEqual(["37 réponses sur 200", ""]);
  expect(screen.getByText(WHY)).toBeTruthy();
  expect(screen.getByText("17,4")).toBeTruthy();
  expect(screen.getByText("26 nov. 2026, 3 h 10", { normalizer: plain })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Posée" }));
  expect(titles().slice(0, 2)).toEqual(["La nuova", "La rara"]);
});

const plain = (text: string) => text.replace(/\s/g, " ").replace(" à ", ", ");

test("before the first test that is said, and nothing is calculated yet", async () => {
  const none = { ...STATISTICS, attempts: 0, finished: 0, meanQuestions: null, fittedAt: null };
  open({ query: "language=it&tab=statistics", statistics: { ...none, items: [] } });
  expect(await screen.findByText(/^Aucun test adaptatif n’a encore été commencé/)).toBeTruthy();
  expect(screen.getByText("Pas encore")).toBeTruthy();
  expect(cells(screen.getAllByRole("row")[1])).toContain("0 réponse sur 200");
});

test("without the school the figures are absent, and the questions are there", async () => {
  const { user, asked } = open({ query: "language=it&tab=statistics", away: true });
  expect(await screen.findByText(AWAY)).toBeTruthy();
  await user.click(screen.getByRole("tab", { name: "Questions" }));
  expect(titles()).toHaveLength(5);
  await user.click(screen.getByRole("radio", { name: "Trompeuses" }));
  // Beside the hidden reasons of the buttons.
  expect(screen.getByText(AWAY, { ignore: "[hidden]" })).toBeTruthy();
  expect(asked.filter((call) => call.endsWith("/statistics"))).toEqual([]);
});

test("figures that cannot be read take nothing from the list", async () => {
  open({ query: "language=it", statistics: 403 });
  expect(await screen.findByText("La facile")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("another text is said to cost the statistics", async () => {
  const { user } = open({ query: "language=it&tab=3" });
  expect(await screen.findByText(WHY)).toBeTruthy();
  const anew = /^Cette question a des statistiques/;
  expect(screen.queryByText(anew)).toBeNull();
  await user.type(screen.getByRole("textbox", { name: "Question" }), " !");
  expect(screen.getByText(anew)).toBeTruthy();
});

test("deleting says how many answers are lost; a question without any costs nothing", async () => {
  const { user } = open({ query: "language=it" });
  await waitFor(() => expect(screen.getByText("Trompeuse")).toBeTruthy());
  const ask = async (name: string) => {
    await user.click(screen.getByRole("button", { name: `Autres actions pour « ${name} »` }));
    await user.click(await screen.findByRole("menuitem", { name: /^Supprimer/ }));
    return screen.findByRole("dialog");
  };
  const dialog = await ask("La rara");
  expect(dialog.textContent).toContain("37 réponses comptent dans ses statistiques");
  await user.click(within(dialog).getByRole("button", { name: "Annuler" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await ask("La nuova")).textContent).not.toContain("statistiques");
});

test("a draft of the version before stays in the short test, where its question is", async () => {
  const { inFixedTest: _, ...base } = QUESTIONS[0] as TestQuestion;
  const typed = {
    ...{ typeCode: "TEXT", text: "La facile, revue", options: ["", ""], right: null, truth: "" },
    ...{ words: "sì", gaps: [], chosen: true, mediaUrl: "", transcript: "", explanation: "" },
    ...{ level: "A1", translations: [] },
  };
  const value = [{ typed, base, at: "2026-11-20T10:00:00Z" }];
  const stored: Draft = { key: "test-question/1", place: "/", title: "", savedAt: "", value };
  const drafts: Drafts = {
    all: async () => [stored],
    find: async () => stored,
    keep: async () => {},
    forget: async () => {},
  };
  const { user, sent } = open({ query: "language=it&tab=1", drafts });
  await user.click(await screen.findByRole("button", { name: "Reprendre" }));
  const inShort = screen.getByRole<HTMLInputElement>("switch", { name: /^Dans le test court/ });
  expect(inShort.checked).toBe(true);
  await user.click(screen.getByRole("button", { name: "Enregistrer" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ question: "La facile, revue", inFixedTest: true });
});
