// The questions: what a search finds, what an excerpt shows, what the address opens.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import type { Entry, Topic } from "./api";
import { excerpt, FaqExcerpt } from "./FaqExcerpt";
import { FaqPage } from "./FaqPage";
import { onlyInAnswer, searchIn } from "./search";
import { structuredQuestions } from "./structured";

const entry = (id: number, category: string, question: string, answer: string): Entry => ({
  id,
  version: 1,
  category,
  question,
  answer,
  lang: null,
  orderIndex: id,
  updatedAt: "2026-11-01T08:00:00.000Z",
});

const group = entry(
  1,
  "COURS",
  "Combien d’élèves ?",
  "<p>De 3 à <strong>10</strong> &amp; pas plus.</p>",
);
const book = entry(
  2,
  "COURS",
  "Faut-il un manuel ?",
  '<p>Non. <a href="/courses">Les cours</a></p>',
);
const party = entry(3, "EVENEMENTS_COMMUNAUTE", "Y a-t-il des fêtes ?", "<p>Oui.</p>");
const other = entry(4, "AUTRES_DEMANDES", "Pour les entreprises ?", "<p>Oui.</p>");
const level = entry(5, "NIVEAU", "Comment connaître mon niveau ?", "<p>Par le test.</p>");

const topics: Topic[] = [
  { code: "COURS", label: "Les cours", entries: [group, book] },
  { code: "EVENEMENTS_COMMUNAUTE", label: "Les fêtes", entries: [party] },
  { code: "AUTRES_DEMANDES", label: "Le reste", entries: [other] },
  { code: "NIVEAU", label: "Le niveau", entries: [level] },
];

let failing = false;
let written = topics;
beforeEach(() => {
  failing = false;
  written = topics;
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal("fetch", async (request: Request) => {
    if (failing) return Response.json({ status: 422, code: "invalid" }, { status: 422 });
    const asked = new URL(request.url);
    if (asked.pathname.endsWith("/faq")) {
      expect(asked.search).toBe("?lang=fr");
      return Response.json(written.flatMap(({ entries }) => entries));
    }
    const empty = { code: "VIDE", label: "Vide", position: 9, version: 1, entries: 0 };
    const categories = written.map(({ code, label, entries }, at) => ({
      code,
      label,
      position: at,
      version: 1,
      entries: entries.length,
    }));
    return Response.json([...categories, empty]);
  });
});

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: "/faq", element: <FaqPage contact={<p>formulaire</p>} meeting={null} /> },
      { path: "/excerpt", element: <FaqExcerpt /> },
      { path: "*", element: <h1>ailleurs</h1> },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, user: userEvent.setup() };
}

test("a search finds words in questions and answers, whatever their accents and marks", () => {
  const found = (sought: string) =>
    searchIn(topics, sought).topics.flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(found("ELEVES")).toEqual([1]);
  expect(found("10 & pas")).toEqual([1]);
  expect(found("strong")).toEqual([]);
  expect(found("")).toEqual([1, 2, 3, 4, 5]);
  expect(onlyInAnswer(group, ["plus"])).toBe(true);
  expect(onlyInAnswer(group, ["eleves"])).toBe(false);
});

test("an entry that is not in the reader’s language says in which it is", async () => {
  written = [{ ...topics[0], entries: [group, { ...book, lang: "it" }] } as Topic];
  open("/faq");
  const own = (await screen.findByText(group.question)).closest("summary");
  const other = screen.getByText(book.question).closest("summary");
  expect(own?.textContent).toBe(group.question);
  expect(other?.textContent).toBe(`${book.question}en italien`);
  expect(other?.querySelector("h3")?.lang).toBe("it");
});

test("an excerpt has the first question of each category but the two that stand apart", () => {
  expect(excerpt(topics).map(({ id }) => id)).toEqual([1, 5]);
});

test("search engines get every question with its answer", () => {
  const { mainEntity } = structuredQuestions(topics);
  expect(mainEntity).toHaveLength(5);
  expect(mainEntity[0]).toMatchObject({
    name: group.question,
    acceptedAnswer: { "@type": "Answer", text: group.answer },
  });
});

test("the excerpt opens its first question and leads to all", async () => {
  open("/excerpt");
  const first = await screen.findByText(group.question);
  expect(first.closest("details")?.open).toBe(true);
  expect(screen.getByText(level.question).closest("details")?.open).toBe(false);
  expect(screen.getByRole("link", { name: "Lire toutes les questions" })).toBeTruthy();
});

test("what is sought stands in the address; what is not there says so and offers the form", async () => {
  const { router, user } = open("/faq");
  const field = await screen.findByRole("searchbox", { name: "Chercher dans les questions" });
  await user.type(field, "niveau");
  expect(router.state.location.search).toBe("?q=niveau");
  expect(screen.getByText("1 réponse trouvée")).toBeTruthy();
  expect(screen.queryByText(group.question)).toBeNull();
  await user.type(field, "x");
  expect(screen.getByText("Aucune question ne parle de « niveaux ».")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Poser votre question" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Effacer la recherche" }));
  expect(router.state.location.search).toBe("");
});

test("the address opens the question it names", async () => {
  open("/faq#faq-2");
  const question = (await screen.findByText(book.question)).closest("details");
  await waitFor(() => expect(question?.open).toBe(true));
  expect(screen.getByText(group.question).closest("details")?.open).toBe(false);
});

test("a link of an answer to a page of the site is followed inside it", async () => {
  const { router, user } = open("/faq#faq-2");
  await user.click(await screen.findByText("Les cours", { selector: "a[href='/courses']" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/courses"));
});

test("a failure is told with a retry, and the form stays", async () => {
  failing = true;
  const { user } = open("/faq");
  expect(await screen.findByText("Les questions n’ont pas pu être chargées.")).toBeTruthy();
  expect(screen.getByText("formulaire")).toBeTruthy();
  failing = false;
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText(group.question)).toBeTruthy();
});

test("before the first question is written an excerpt shows nothing", async () => {
  written = [];
  open("/excerpt");
  await waitFor(() => expect(screen.queryByRole("heading")).toBeNull());
  expect(screen.queryByRole("link")).toBeNull();
});
