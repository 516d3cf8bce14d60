// The frame of the public site: addresses that lead somewhere, links by role, account by state.
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import {
  currentSession,
  endSession,
  PERSONAL,
  type Role,
  startSession,
} from "web-shared/api/session";
import { languageRows, student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { routes } from "./routes";

function visit(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return router;
}

function signIn(role: Role) {
  const user = { ...student, role };
  startSession({ accessToken: "a", refreshToken: "r", user }, false);
}

const calls: string[] = [];
let published: string[] = [];

beforeEach(() => {
  published = [];
  endSession();
  calls.length = 0;
  vi.stubGlobal("scrollTo", () => {});
  Element.prototype.scrollIntoView = () => {}; // jsdom has none
  vi.stubGlobal("fetch", async (request: Request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    if (request.url.endsWith("/courses/3/details")) {
      return Response.json({ status: 404, code: "not_found", message: "" }, { status: 404 });
    }
    if (request.url.endsWith("/languages")) return Response.json(languageRows);
    if (request.url.endsWith("/settings/school")) {
      return Response.json({ name: "Préau", pages: published.map((kind) => ({ kind })) });
    }
    if (request.url.endsWith("/courses/summary")) return Response.json({ offers: [] });
    return Response.json([]);
  });
});

async function addressOf(path: string): Promise<string> {
  const router = visit(path);
  await waitFor(() => expect(router.state.navigation.state).toBe("idle"));
  await screen.findAllByRole("heading", { level: 1 });
  return router.state.location.pathname + router.state.location.search;
}

test.each([
  ["/cours?type=ONLINE", "/courses?type=ONLINE"],
  ["/courses/italian?type=ONLINE", "/courses?type=ONLINE&language=Italien"],
  ["/courses/espagnol?type=ONLINE", "/courses?type=ONLINE&language=espagnol"],
  ["/offline-courses", "/courses?type=IN_PERSON"],
  ["/online-course?language=Anglais", "/courses?language=Anglais&type=ONLINE"],
  ["/courses-details?id=3", "/online-course-details?id=3"],
  ["/nowhere/at/all", "/"],
])("%s leads to %s", async (from, to) => {
  expect(new URL(await addressOf(from), "http://x").href).toBe(new URL(to, "http://x").href);
});

test("login and signup open their dialogs over the home page", async () => {
  visit("/signup");
  expect(await screen.findByRole("dialog", { name: "Créer un compte" })).toBeTruthy();
  expect(screen.getByText("Venez parler sous le préau.")).toBeTruthy();
});

test.each<[Role | null, string[], string[]]>([
  [null, ["Test de niveau", "La méthode", "Contact"], ["Mes cours", "Tableau de bord"]],
  ["STUDENT", ["Mes cours", "Test de niveau"], ["Contenu pédagogique", "Tableau de bord"]],
  ["TEACHER", ["Mes cours", "Tableau de bord"], ["Contenu pédagogique"]],
  ["EDITOR", ["Contenu pédagogique", "Tableau de bord"], ["Mes cours"]],
  ["ADMIN", ["Contenu pédagogique", "Tableau de bord"], ["Mes cours"]],
])("the links of %s", async (role, shown, hidden) => {
  if (role) signIn(role);
  visit("/");
  const nav = within(await screen.findByRole("navigation", { name: "Principale" }));
  for (const name of shown) expect(nav.getByRole("link", { name })).toBeTruthy();
  for (const name of hidden) expect(nav.queryByRole("link", { name })).toBeNull();
});

test("who has links of their own finds the school in a menu, which closes on choice and on Escape", async () => {
  signIn("STUDENT");
  const router = visit("/faq");
  const user = userEvent.setup();
  const nav = within(await screen.findByRole("navigation", { name: "Principale" }));
  const menu = nav.getByRole("button", { name: "L’école" });
  await user.click(menu);
  expect(nav.getByRole("link", { name: "L’école en bref" })).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(nav.queryByRole("link", { name: "L’équipe" })).toBeNull();
  expect(document.activeElement).toBe(menu);
  await user.click(menu);
  await user.click(nav.getByRole("link", { name: "L’équipe" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/home/team"));
  expect(nav.queryByRole("link", { name: "L’équipe" })).toBeNull();
});

test.each<[Role, boolean]>([
  ["STUDENT", true],
  ["TEACHER", true],
  ["EDITOR", false],
])("the account of %s leads to revision: %s", async (role, revises) => {
  signIn(role);
  visit("/faq");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Compte de Jeanne" }));
  expect(screen.getByRole("link", { name: "Mon profil" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Réviser" }) !== null).toBe(revises);
});

test("signing out ends the session and what is kept of it, tells the server and goes to /login", async () => {
  signIn("STUDENT");
  const router = visit("/faq");
  const user = userEvent.setup();
  localStorage.setItem(`${PERSONAL}something`, "theirs");
  localStorage.setItem("lang", "fr");
  await user.click(await screen.findByRole("button", { name: "Compte de Jeanne" }));
  await user.click(await screen.findByRole("button", { name: "Se déconnecter" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(currentSession()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(["lang"]);
  await waitFor(() => expect(calls).toContain("POST /api/auth/logout"));
});

test("a hero button asks for the language and leads to the list of courses", async () => {
  const router = visit("/");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Cours en présentiel" }));
  const links = within(await screen.findByRole("dialog")).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Anglais",
    "Chinois",
    "Espagnol",
    "Français",
    "Italien",
  ]);
  await user.click(within(screen.getByRole("dialog")).getByRole("link", { name: "Italien" }));
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: "/courses",
      search: "?language=Italien&type=IN_PERSON",
    }),
  );
});

test("the foot names the legal pages that are published", async () => {
  visit("/accessibilite");
  const foot = await screen.findByRole("contentinfo");
  expect(within(foot).getByRole("link", { name: "Confidentialité" })).toBeTruthy();
  expect(within(foot).queryByRole("link", { name: "CGV" })).toBeNull();
  published = ["TERMS"];
  cleanup();
  visit("/accessibilite");
  expect(await screen.findByRole("link", { name: "CGV" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Mentions légales" })).toBeNull();
});
