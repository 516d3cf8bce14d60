// Why something is closed, and why a percentage is what it is: sentences and lines from what the server answers.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { Course } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import type { Subscription } from "web-shared/api/subscriptions";
import { Provider } from "web-shared/ui/Provider";
import { WhyClosed } from "./WhyClosed";
import { WhyCoursePercent } from "./WhyCoursePercent";

const module = (id: number, title: string, ...lessons: number[]) => ({
  id,
  title,
  chapters: lessons.map((lessonCount) => ({ lessonCount })),
});

const course = {
  slug: "primi-passi",
  modules: [module(1, "Ciao", 4, 2), module(2, "Al bar", 5), module(3, "In città", 9)],
} as unknown as Course;

function subscription(more: object = {}): Subscription {
  return {
    id: 7,
    moduleIds: [1, 2],
    totalCourseModules: 3,
    displayStatus: "ACTIVE",
    progressionPercentage: 27,
    opensOn: null,
    modules: [
      { moduleId: 1, title: "Ciao", percent: 50, completed: false },
      { moduleId: 2, title: "Al bar", percent: 0, completed: false },
    ],
    ...more,
  } as unknown as Subscription;
}

function show(element: ReactNode) {
  render(
    <Provider queries={createQueryClient()}>
      <MemoryRouter>{element}</MemoryRouter>
    </Provider>,
  );
  return userEvent.setup();
}

/** Its sentence, then its lines, with plain spaces. */
function answer(): string[] {
  const panel = screen.getByRole("group");
  const sentence = panel.querySelector("summary + div > div")?.textContent ?? "";
  const lines = within(panel)
    .queryAllByRole("term")
    .map((term) => [...(term.parentElement?.children ?? [])].map((part) => part.textContent))
    .map((parts) => parts.join(" | "));
  return [sentence, ...lines].map((text) => text.replace(/[\u00a0\u202f]/g, " ").trim());
}

test("modules that were not bought, and those with a day of their own, are named", () => {
  const [ciao, bar] = subscription().modules;
  const modules = [ciao, { ...bar, opensOn: "2026-12-05" }];
  show(<WhyClosed subscription={subscription({ modules })} course={course} lang="fr" />);
  expect(answer()).toEqual([
    "Votre inscription comprend 2 modules sur 3. Voir la page du cours",
    "Al bar | 5 décembre 2026 | Ce module a été acheté à part : il s’ouvre à sa propre date.",
    "In città | Ne fait pas partie de votre inscription.",
  ]);
  expect(screen.getByRole("link", { hidden: true }).getAttribute("href")).toBe(
    "/cours/primi-passi",
  );
});

test("a whole course without a closed module asks no question", () => {
  show(<WhyClosed subscription={subscription({ moduleIds: [] })} course={course} lang="fr" />);
  expect(screen.queryByText("Pourquoi tout n’est-il pas ouvert ?")).toBeNull();
});

test("a percentage is explained by the lessons of the granted modules, asked for when it is opened", async () => {
  const asked: string[] = [];
  let failing = true;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    asked.push(`${pathname} ${searchParams.get("moduleId")}`);
    if (failing) return Response.json({ status: 404, code: "not_found" }, { status: 404 });
    return Response.json(searchParams.get("moduleId") === "1" ? [11, 12, 13] : []);
  });
  const user = show(<WhyCoursePercent subscription={subscription()} course={course} lang="fr" />);
  expect(asked).toEqual([]);
  await user.click(screen.getByText(/^Pourquoi 27/));
  expect(await screen.findByText("Le détail n’a pas pu être chargé.")).toBeTruthy();
  failing = false;
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await screen.findByText("Ensemble");
  expect(answer()).toEqual([
    "Une leçon compte dès qu’elle est ouverte, ou que son chapitre est terminé. Seuls les modules de votre inscription comptent.",
    "Ciao | 50 % | 3 leçons vues sur 6",
    "Al bar | 0 % | 0 leçon vue sur 5",
    "Ensemble | 27 % | 3 leçons vues sur 11, arrondi à l’unité inférieure",
  ]);
});
