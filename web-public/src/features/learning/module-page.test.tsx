// A module as its learner works through it: views, the end of a chapter, of the module and of the course.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import {
  chapter,
  end,
  here,
  learningModule,
  lesson,
  MODULE,
  next,
  open,
  refusal,
  setUp,
  view,
  views,
} from "./moduleTesting";

beforeEach(setUp);

const chapters = () => screen.getByRole("navigation", { name: "Chapitres du module" });
const current = () => within(chapters()).getByRole("link", { current: "page" }).textContent;
const waitingNext = () => screen.findByRole("button", { name: /Leçon suivante/ });

test("it opens where the reader stopped, and the address keeps the place", async () => {
  const { router } = open(MODULE);
  await lesson(11);
  expect(await screen.findByText("Texte 11")).toBeTruthy();
  expect(router.state.location.search).toBe(`${MODULE}&lesson=11`);
  expect(document.title).toMatch(/^Leçon 11 · Al bar/);
  expect(chapters().textContent).toContain("1. Chapitre 11 leçon sur 2");
  expect(chapters().textContent).toContain("2. Chapitre 23 leçons");
  expect(current()).toBe("Leçon 11 (vue)");
});

test("a lesson is noted as it opens; one goes on when the server says so", async () => {
  let release = () => {};
  const late = new Promise<void>((done) => {
    release = done;
  });
  here.answers["/progress/view"] = async (request) => {
    await late;
    return view(request);
  };
  const { user } = open(`${MODULE}&lesson=21`);
  await lesson(21);
  await waitFor(() => expect(views()).toEqual(["21"]));
  expect((await waitingNext()).hasAttribute("disabled")).toBe(true);
  expect(current()).toBe("Leçon 21 (vue)"); // in the list it counts already
  release();
  await user.click(await next());
  expect(document.activeElement).toBe(await lesson(22));
  expect(views()).toEqual(["21", "22"]);
  await user.click(screen.getByRole("link", { name: /Leçon précédente/ }));
  await lesson(21);
  expect(screen.getByText("Chapitre 1 :")).toBeTruthy();
  await user.click(screen.getByRole("link", { name: /Leçon précédente/ }));
  await lesson(12);
});

test("the second of two quick clicks skips nothing", async () => {
  here.module = learningModule({ chapters: [chapter(1, [11, 12, 13], [11, 12, 13])] });
  const { user } = open(`${MODULE}&lesson=11`);
  await user.dblClick(await next());
  await lesson(12);
});

test("a view that fails is told without taking the lesson away, and tried again", async () => {
  here.answers["/progress/view"] = () => refusal(503, "unavailable");
  const { user } = open(`${MODULE}&lesson=21`);
  expect(await screen.findByText(/n’a pas encore pu être notée comme vue/)).toBeTruthy();
  expect(await screen.findByText("Texte 21")).toBeTruthy();
  expect((await waitingNext()).hasAttribute("disabled")).toBe(true);
  expect(current()).toBe("Leçon 21");
  here.answers["/progress/view"] = view;
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await next();
  expect(screen.queryByText(/n’a pas encore pu/)).toBeNull();
});

test("finishing a chapter marks what was left out, and leads on", async () => {
  here.module = learningModule({
    chapters: [chapter(1, [11, 12, 13], [12]), chapter(2, [21], [])],
  });
  const { user } = open(`${MODULE}&lesson=13`);
  const finish = await screen.findByRole("button", { name: "Terminer le chapitre" });
  await waitFor(() => expect(finish.hasAttribute("disabled")).toBe(false));
  expect(screen.queryByRole("link", { name: /Chapitre suivant/ })).toBeNull();
  await user.click(finish);
  await screen.findByText("Toutes les leçons ont été marquées comme vues. Chapitre terminé !");
  expect(views()).toEqual(["13"]); // what was left out was not opened
  await user.click(finish);
  await screen.findByText("Chapitre déjà terminé !");
  expect(views()).toEqual(["13"]);
  await user.click(screen.getByRole("link", { name: "Chapitre suivant : Chapitre 2" }));
  await lesson(21);
  expect(await screen.findByText("Félicitations ! Vous avez complété ce module.")).toBeTruthy();
  const onward = screen.getByRole("link", { name: "Module suivant : In viaggio" });
  expect(onward.getAttribute("href")).toBe("/modules-chapiters?moduleId=3&subscriptionId=7");
});

test("who has walked through a chapter finishes it, once", async () => {
  here.module = learningModule({
    chapters: [chapter(1, [11, 12], [11]), chapter(2, [21], [])],
  });
  const { user } = open(`${MODULE}&lesson=12`);
  const finish = await screen.findByRole("button", { name: "Terminer le chapitre" });
  await waitFor(() => expect(finish.hasAttribute("disabled")).toBe(false));
  await user.click(finish);
  await screen.findByText("Chapitre terminé !");
  expect(screen.queryByText("Chapitre déjà terminé !")).toBeNull();
  await user.click(finish);
  await screen.findByText("Chapitre déjà terminé !");
});

test("a module that is not open yet says from when", async () => {
  here.answers["/progress/module"] = () => refusal(403, "access_not_open", { on: "2026-10-03" });
  here.answers["/subscriptions/7"] = () =>
    Response.json({
      id: 7,
      courseId: 9,
      modules: [],
      moduleIds: [],
      opensOn: "2026-10-03",
      opensAfterWithdrawal: true,
    });
  open(MODULE);
  expect(await screen.findByText("Les leçons s’ouvrent le 3 octobre 2026.")).toBeTruthy();
  expect(screen.getByText(/vous n’avez pas demandé à commencer plus tôt/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Revenir au cours" }).getAttribute("href")).toBe(
    "/courses-modules?id=9&modules=&subscriptionId=7",
  );
});

test("past the last chapter one is led to what was left out", async () => {
  const { user } = open(`${MODULE}&lesson=23`);
  await user.click(await screen.findByRole("button", { name: "Terminer le chapitre" }));
  await screen.findByText("Il reste 1 leçon à voir dans ce module.");
  await user.click(screen.getByRole("link", { name: "Reprendre à la leçon : Leçon 12" }));
  await lesson(12);
  await screen.findByText("Félicitations ! Vous avez complété ce module.");
});

test("a chapter that cannot be finished says so and can be tried again", async () => {
  here.module = learningModule({ chapters: [chapter(1, [11, 12], [12])] });
  const { user } = open(`${MODULE}&lesson=12`);
  await waitFor(() => expect(views()).toEqual(["12"]));
  here.answers["/progress/chapter/complete"] = () => refusal(503, "unavailable");
  await user.click(await screen.findByRole("button", { name: "Terminer le chapitre" }));
  await screen.findByText("Le service est momentanément indisponible. Veuillez réessayer.");
  here.answers["/progress/chapter/complete"] = end;
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await screen.findByText("Toutes les leçons ont été marquées comme vues. Chapitre terminé !");
});

test("an access that is over is told with its day, also in the middle of a module", async () => {
  const { user } = open(`${MODULE}&lesson=21`);
  await next();
  const over = () => refusal(403, "access_ended", { on: "2026-10-03" });
  here.answers["/progress/module"] = over;
  here.answers["/progress/view"] = over;
  await user.click(await next());
  expect(await screen.findByText(/s’est terminé le 3 octobre 2026/)).toBeTruthy();
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
});

test("a module outside the subscription is not there", async () => {
  here.answers["/progress/module"] = () => refusal(404, "not_found");
  open(MODULE);
  expect(await screen.findByText("Page introuvable")).toBeTruthy();
});

test.each([
  ["?moduleId=2", /^Identifiant d’inscription manquant/],
  ["?subscriptionId=7", /ne dit pas quel module ouvrir/],
  ["?moduleId=x&subscriptionId=7", /ne dit pas quel module ouvrir/],
])("an address like %s is explained", async (search, words) => {
  open(search);
  expect(await screen.findByText(words)).toBeTruthy();
  const way = screen.getByRole("link", { name: "Voir mes cours" });
  expect(way.getAttribute("href")).toBe("/profile/subscriptions");
  // Only the page's title asks for something: the name of the school.
  expect(here.calls.filter((call) => call !== "GET /settings/school")).toEqual([]);
});

test("whoever is signed out is led to the sign-in", async () => {
  endSession();
  const { router } = open(MODULE);
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(new URLSearchParams(router.state.location.search).get("next")).toBe(
    `/modules-chapiters${MODULE}`,
  );
});

test("an unknown lesson leads to where the reader stopped, and says so", async () => {
  here.module = { ...here.module, resumeLessonId: 12 };
  const { router } = open(`${MODULE}&lesson=99`);
  await lesson(12);
  expect(screen.getByText(/Voici où vous en êtes/)).toBeTruthy();
  expect(router.state.location.search).toBe(`${MODULE}&lesson=12`);
});

test("what a guardian opens counts for the child", async () => {
  here.module = { ...here.module, learnerId: 4 };
  open(`${MODULE}&lesson=12`);
  await lesson(12);
  await waitFor(() => expect(here.calls.some((call) => call.startsWith("POST"))).toBe(true));
});

test("staff walks through a learner’s module and leaves no trace", async () => {
  const editor = { ...student, role: "EDITOR" as const };
  startSession({ accessToken: "a", refreshToken: "r", user: editor }, false);
  here.module = {
    ...here.module,
    learnerId: 4,
    course: { ...here.module.course, completed: true },
  };
  const { user } = open(`${MODULE}&lesson=12`);
  await lesson(12);
  expect(screen.queryByRole("button", { name: "Terminer le chapitre" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Chapitre suivant : Chapitre 2" }));
  await lesson(21);
  await user.click(await next());
  await lesson(22);
  expect(here.calls.filter((call) => call.startsWith("POST"))).toEqual([]);
});

test("a module without lessons says so", async () => {
  here.module = learningModule({ chapters: [chapter(1, [], [])] });
  open(MODULE);
  expect(await screen.findByText("Ce module n’a pas encore de leçon.")).toBeTruthy();
  expect(views()).toEqual([]);
});

test("a course that completes here asks for a review, once its server has noted so", async () => {
  here.module = learningModule({ chapters: [chapter(1, [11], [])] });
  here.module.course = { id: 9, percent: 100, completed: true, completionNotified: false };
  here.answers["/email/course-completion-notification"] = () => {
    here.module = { ...here.module, course: { ...here.module.course, completionNotified: true } };
    return Response.json({});
  };
  open(MODULE);
  const dialog = await screen.findByRole("dialog", { name: /pensé de ce cours/ });
  expect(within(dialog).getByText(/Primi passi/)).toBeTruthy();
  expect(here.calls.filter((call) => call.includes("/email/"))).toHaveLength(1);
});
