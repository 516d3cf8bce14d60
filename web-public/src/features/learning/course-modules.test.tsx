// The modules of a course: what the server opens and nothing else, one card at a time, every state explained.
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import type { Subscription } from "web-shared/api/subscriptions";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { CourseModulesPage } from "./CourseModulesPage";
import { type ModuleProgress, narrowed, readAddress, stepOf } from "./courseModules";

const titles = ["Ciao", "Al bar", "In città", "Per telefono"];
const course = {
  id: 4,
  name: "Primi passi",
  lang: "fr",
  language: "Italien",
  level: "A1",
  type: "ONLINE",
  slug: "primi-passi",
  free: false,
  modules: titles.map((title, at) => ({
    id: at + 1,
    title,
    description: `À propos de ${title}`,
    price: 48,
    orderIndex: at + 1,
  })),
};

function subscription(more: Partial<Subscription> = {}): Partial<Subscription> {
  return {
    id: 7,
    userId: student.id,
    courseId: 4,
    moduleIds: [1, 2, 3],
    modules: [100, 50, 0].map((percent, at) => ({
      moduleId: at + 1,
      title: titles[at] ?? "",
      percent,
      completed: percent === 100,
    })),
    nextModuleId: 2,
    progressionPercentage: 54,
    displayStatus: "ACTIVE",
    active: true,
    canAccess: true,
    accessExpiresAt: "2026-12-31",
    courseName: "Primi passi",
    courseType: "ONLINE",
    courseSlug: "primi-passi",
    subscriptionDate: "2025-09-06",
    courseEndDate: "2026-02-28",
    languageCode: "it",
    level: "A1",
    ...more,
  };
}

const refusal = (status: number, code: string) => Response.json({ status, code }, { status });

let answers: Record<string, () => Response>;
let late: Record<string, Promise<void>>;

beforeEach(() => {
  startSession({ accessToken: "a", refreshToken: "r", user: student }, false);
  Element.prototype.scrollIntoView = () => {}; // jsdom has none
  late = {};
  answers = {
    "/subscriptions/7": () => Response.json(subscription()),
    "/courses/4/details": () => Response.json(course),
    "/subscriptions/user/3": () => Response.json([]),
    "/comments/user/3": () => Response.json([]),
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname.replace("/api", "");
    await late[path];
    return answers[path]?.() ?? refusal(404, "not_found");
  });
});

function open(address: string) {
  const router = createMemoryRouter(
    [
      {
        errorElement: <p>Page introuvable</p>,
        children: [
          { path: "/courses-modules", element: <CourseModulesPage signIn="/login" /> },
          {
            path: "/online-course-modules",
            element: <CourseModulesPage signIn="/login" outline />,
          },
          { path: "*", element: <p>ailleurs</p> },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, user: userEvent.setup() };
}

const FULL = "/courses-modules?id=4&modules=1,2,3&subscriptionId=7";
const shown = async () =>
  (await screen.findAllByRole("article")).map(
    (card) => within(card).getByRole("heading", { level: 2 }).textContent,
  );
const links = () =>
  screen
    .getAllByRole("article")
    .map((card) => within(card).getByRole("link").getAttribute("aria-label"));

test.each([
  ["id=4&subscriptionId=7", { courseId: 4, subscriptionId: 7, listed: [] }],
  ["id=4&modules=&subscriptionId=7", { courseId: 4, subscriptionId: 7, listed: [] }],
  ["id=4&modules=3,x,1&subscriptionId=7", { courseId: 4, subscriptionId: 7, listed: [3, 1] }],
  ["id=0&subscriptionId=-7", { courseId: null, subscriptionId: null, listed: [] }],
  ["id=4.5&subscriptionId=1e3", { courseId: null, subscriptionId: null, listed: [] }],
  ["id=99999999999999999999", { courseId: null, subscriptionId: null, listed: [] }],
])("%s is read", (query, asked) => {
  expect(readAddress(new URLSearchParams(query))).toEqual(asked);
});

test.each<[string, Partial<ModuleProgress> | undefined]>([
  ["begin", { percent: 0 }],
  ["continue", { percent: 1 }],
  ["again", { percent: 100, completed: true }],
  ["again", { percent: 80, completed: true }], // lessons were added since
  ["open", undefined],
])("the button says %s", (step, progress) => {
  expect(stepOf(progress && { percent: 0, completed: false, next: false, ...progress })).toBe(step);
});

test("the address narrows and never widens", () => {
  const rows = [1, 2].map((id) => ({ id, place: id, title: "", description: null }));
  expect(narrowed(rows, [2, 9]).map(({ id }) => id)).toEqual([2]);
});

test("a learner finds their modules in order, each with what to do next", async () => {
  open(FULL);
  expect(await shown()).toEqual(["Ciao", "Al bar", "In città"]);
  expect(links()).toEqual(["Revoir : Ciao", "Continuer : Al bar", "Commencer : In città"]);
  expect(screen.getByText("Accès partiel")).toBeTruthy();
  expect(screen.getByText("À propos de Al bar")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Continuer : Al bar" }).getAttribute("href")).toBe(
    "/online-course-modules-chapiters?moduleId=2&subscriptionId=7",
  );
});

test("a hand-written address shows no module that was not bought, and leads to those it hides", async () => {
  const { user } = open("/courses-modules?id=4&modules=2,4&subscriptionId=7");
  expect(await shown()).toEqual(["Al bar"]);
  await user.click(screen.getByRole("link", { name: "Voir tous mes modules" }));
  await waitFor(async () => expect(await shown()).toHaveLength(3));
});

test("an address with none of one’s modules says so", async () => {
  open("/courses-modules?id=4&modules=4&subscriptionId=7");
  expect(await screen.findByText("Vous n’avez accès à aucun module pour ce cours.")).toBeTruthy();
});

test("one card is open at a time; its chapters come, fail with a way to try again, or are none", async () => {
  answers["/chapters/module/1"] = () =>
    Response.json([{ id: 1, orderIndex: 1, title: "Saluer", content: "Bonjour", lessonCount: 4 }]);
  answers["/chapters/module/2"] = () => refusal(403, "forbidden");
  const { router, user } = open(FULL);
  const first = await screen.findByRole("button", { name: "Ciao" });
  await user.click(first);
  expect(first.getAttribute("aria-expanded")).toBe("true");
  expect(await screen.findByRole("heading", { name: "Saluer" })).toBeTruthy();
  expect(router.state.location.search).toContain("module=1");

  const second = screen.getByRole("button", { name: "Al bar" });
  await user.click(second);
  expect(first.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(second);
  expect(await screen.findByText("Les chapitres n’ont pas pu être chargés.")).toBeTruthy();
  answers["/chapters/module/2"] = () => Response.json([]);
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Aucun chapitre pour ce module.")).toBeTruthy();
  await user.click(second);
  expect(router.state.location.search).not.toContain("module=2");
});

test("while the progress is unknown the modules stay at hand", async () => {
  answers["/subscriptions/7"] = () => refusal(429, "too_many_requests");
  const { user } = open(FULL);
  expect(await screen.findByText("Progression indisponible")).toBeTruthy();
  expect(links()).toEqual(["Ouvrir : Ciao", "Ouvrir : Al bar", "Ouvrir : In città"]);
  let arrive = () => {};
  answers["/subscriptions/7"] = () => Response.json(subscription());
  late["/subscriptions/7"] = new Promise((resolve) => {
    arrive = resolve;
  });
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(links()).toEqual(["Ouvrir : Ciao", "Ouvrir : Al bar", "Ouvrir : In città"]);
  arrive();
  expect(await screen.findByRole("link", { name: "Revoir : Ciao" })).toBeTruthy();
});

test("without the course’s own texts the modules are there all the same", async () => {
  answers["/courses/4/details"] = () => refusal(404, "not_found");
  open(FULL);
  expect(await shown()).toEqual(["Ciao", "Al bar", "In città"]);
});

test("an access that is over is told with its day; one that was taken back without", async () => {
  answers["/subscriptions/7"] = () =>
    Response.json(subscription({ canAccess: false, accessExpiresAt: "2026-03-06" }));
  open(FULL);
  expect(
    await screen.findByText("Votre accès à ce cours s’est terminé le 6 mars 2026."),
  ).toBeTruthy();
  // What was granted stays to be seen, and leads nowhere.
  expect(screen.getAllByRole("article")).toHaveLength(3);
  expect(screen.queryByRole("link", { name: /^(Commencer|Continuer|Revoir) :/ })).toBeNull();
  expect(screen.getByRole("link", { name: "Voir la page du cours" }).getAttribute("href")).toBe(
    "/cours/primi-passi",
  );
  cleanup();
  answers["/subscriptions/7"] = () =>
    Response.json(subscription({ active: false, canAccess: false }));
  open(FULL);
  expect(await screen.findByText("Votre accès à ce cours est terminé.")).toBeTruthy();
});

test.each([
  "/courses-modules",
  "/courses-modules?id=4",
  "/courses-modules?id=4&subscriptionId=abc",
  "/online-course-modules?id=4&subscriptionId=0",
  "/online-course-modules?subscriptionId=7",
])("%s is explained, with a way on", async (address) => {
  open(address);
  expect(
    await screen.findByText(
      "Identifiant d’inscription manquant. Impossible de vérifier la progression.",
    ),
  ).toBeTruthy();
  expect(screen.getByRole("link", { name: "Voir mes cours" })).toBeTruthy();
});

test.each([
  ["somebody else’s", () => refusal(404, "not_found")],
  ["another course’s", () => Response.json(subscription({ courseId: 5 }))],
])("a subscription that is %s is not found", async (_, answer) => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // React tells of what the page catches
  answers["/subscriptions/7"] = answer;
  open(FULL);
  expect(await screen.findByText("Page introuvable")).toBeTruthy();
});

test("who is signed out goes to the sign-in and comes back", async () => {
  endSession();
  const { router } = open(FULL);
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(new URLSearchParams(router.state.location.search).get("next")).toBe(FULL);
});

test("without a subscription the course is outlined for anybody, with the way to book it", async () => {
  endSession();
  open("/online-course-modules?id=4");
  expect(await shown()).toEqual(titles);
  expect(
    screen.getByRole("link", { name: "Voir le cours et s’inscrire" }).getAttribute("href"),
  ).toBe("/cours/primi-passi");
  expect(screen.queryByText("Progression indisponible")).toBeNull();
});

test("subscriptions that could not be read do not hide the outline", async () => {
  answers["/subscriptions/user/3"] = () => refusal(429, "too_many_requests");
  const { user } = open("/online-course-modules?id=4");
  expect(await shown()).toEqual(titles);
  answers["/subscriptions/user/3"] = () => Response.json([subscription()]);
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await waitFor(async () => expect(await shown()).toHaveLength(3));
});

test("a page that could not be read at all fails with a way to try again", async () => {
  answers["/subscriptions/7"] = () => refusal(429, "too_many_requests");
  answers["/courses/4/details"] = () => refusal(429, "too_many_requests");
  const { user } = open(FULL);
  expect(
    await screen.findByText("Les modules de ce cours n’ont pas pu être chargés."),
  ).toBeTruthy();
  answers["/subscriptions/7"] = () => Response.json(subscription());
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await shown()).toHaveLength(3);
});

test("a completed course takes a review from its learner, and from nobody else", async () => {
  const complete = { displayStatus: "COMPLETED", completionNotified: true } as const;
  answers["/subscriptions/7"] = () => Response.json(subscription(complete));
  open(FULL);
  expect(await screen.findByRole("button", { name: "Donner mon avis" })).toBeTruthy();
  expect(screen.getByText("Cours terminé")).toBeTruthy();
  cleanup();
  answers["/subscriptions/7"] = () => Response.json(subscription({ ...complete, userId: 9 }));
  open(FULL);
  expect(await shown()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Donner mon avis" })).toBeNull();
});

test("who has a live subscription of the course is led to it", async () => {
  answers["/subscriptions/user/3"] = () => Response.json([subscription()]);
  const { router } = open("/online-course-modules?id=4");
  expect(await shown()).toEqual(["Ciao", "Al bar", "In città"]);
  expect(router.state.location.search).toBe("?id=4&modules=1,2,3&subscriptionId=7");
});
