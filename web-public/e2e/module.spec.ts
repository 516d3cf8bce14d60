// A module as its learner works through it: lessons, quiz, videos, the end of a chapter, of the module and of the course.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { arrive, moduleOf, type Subscription, subscriptionOf } from "./support/learner.ts";
import { password, type School } from "./support/school.ts";
import { accessible, expect, test } from "./support/test.ts";

const SCHOOL = "ecole@preau.test";

interface Lesson {
  id: number;
  title: string;
  viewed: boolean;
}

interface Module {
  moduleId: number;
  title: string;
  chapters: { title: string; lessons: Lesson[] }[];
  resumeLessonId: number;
}

/** The student on the way into a module of the course under way: the one to go on with, or another. */
async function enterModule(page: Page, school: School, other?: (one: Subscription) => number) {
  const { student, subscription } = await arrive(page, school, "ACTIVE");
  const moduleId = other?.(subscription) ?? subscription.nextModuleId;
  const module: Module = await moduleAt(student, subscription, moduleId);
  const address = moduleOf(subscription, moduleId);
  const at = (lesson: Lesson | undefined) => `${address}&lesson=${lesson?.id}`;
  return { student, subscription, module, address, at };
}

function moduleAt(student: Caller, { id }: Subscription, moduleId: number | null): Promise<Module> {
  return student.ok("GET", `/progress/module?subscriptionId=${id}&moduleId=${moduleId}`);
}

const lessonsOf = ({ chapters }: Module) => chapters.flatMap(({ lessons }) => lessons);

function lessonNamed(module: Module, title: string): Lesson {
  // The titles of the demo school have no-break spaces before their numbers.
  const found = lessonsOf(module).find((lesson) => lesson.title.replace(/\s/g, " ") === title);
  if (!found) throw new Error(`no lesson ${title} in ${module.title}`);
  return found;
}

async function view(student: Caller, { id }: Subscription, lessons: Lesson[]): Promise<void> {
  for (const lesson of lessons)
    await student.ok("POST", `/progress/view?subscriptionId=${id}&lessonId=${lesson.id}`);
}

const heading = (page: Page) => page.getByRole("heading", { level: 2 }).first();
const next = (page: Page) => page.getByRole("link", { name: "Leçon suivante" });
const finish = (page: Page) => page.getByRole("button", { name: "Terminer le chapitre" });
const done = (page: Page) => page.getByText("Félicitations ! Vous avez complété ce module.");
const bar = (page: Page) => page.getByRole("progressbar");

test("a learner works through a module, lesson by lesson, to its end and into the next", async ({
  page,
  school,
}) => {
  const last = ({ modules }: Subscription) => modules.at(-1)?.moduleId ?? 0;
  const { module, subscription } = await enterModule(page, school, last);
  await page.goto("/profile/subscriptions");
  await page.getByRole("link", { name: /^Ma classe/ }).click();
  await page.getByRole("link", { name: "Voir toutes les leçons" }).click();
  await page.getByRole("link", { name: `Commencer : ${module.title}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(module.title);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await accessible(page);

  for (const [nth, chapter] of module.chapters.entries()) {
    for (const lesson of chapter.lessons) {
      await expect(heading(page)).toHaveText(lesson.title);
      await expect(page).toHaveURL(new RegExp(`lesson=${lesson.id}$`));
      const entry = page.getByRole("link", { name: `${lesson.title} (vue)` });
      await expect(entry).toHaveAttribute("aria-current", "page");
      if (lesson !== chapter.lessons.at(-1)) {
        await next(page).click();
        await expect(heading(page)).toBeFocused();
      }
    }
    await finish(page).click();
    await expect(page.getByText("Chapitre terminé !", { exact: true })).toBeVisible();
    const following = module.chapters[nth + 1];
    if (following)
      await page.getByRole("link", { name: `Chapitre suivant : ${following.title}` }).click();
  }

  await expect(done(page)).toBeVisible();
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "100");
  await expect(page.getByRole("link", { name: /^Module suivant/ })).toHaveCount(0); // it is the last
  await accessible(page);
  await page.getByRole("link", { name: "Revenir au cours" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(subscription.courseName);
  await expect(page.getByRole("link", { name: `Revoir : ${module.title}` })).toBeVisible();
});

test("finishing a chapter marks what was left out; the last lesson of the course asks for a review once", async ({
  page,
  school,
}) => {
  const { student, subscription, module, at } = await enterModule(page, school);
  const others = subscription.modules.filter(({ moduleId }) => moduleId !== module.moduleId);
  const rest = await Promise.all(
    others.map(({ moduleId }) => moduleAt(student, subscription, moduleId)),
  );
  await view(student, subscription, rest.flatMap(lessonsOf));
  const unfinished = module.chapters.filter(({ lessons }) => lessons.some((one) => !one.viewed));
  const chapter = unfinished.find(({ lessons }) => lessons.filter((one) => !one.viewed).length > 1);
  const last = chapter?.lessons.at(-1);
  if (!chapter || !last) throw new Error("no chapter with two lessons to view");
  await view(
    student,
    subscription,
    unfinished.filter((one) => one !== chapter).flatMap(({ lessons }) => lessons),
  );

  await page.goto(at(last));
  await finish(page).click();
  await expect(
    page.getByText("Toutes les leçons ont été marquées comme vues. Chapitre terminé !"),
  ).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Qu’avez-vous pensé de ce cours ?" });
  await expect(dialog).toContainText(subscription.courseName);
  await dialog.getByRole("button", { name: "Plus tard" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(done(page)).toBeVisible();
  await page.reload();
  await expect(done(page)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const mail = await school.mailbox.receive(SCHOOL, new RegExp(subscription.courseName));
  expect(school.mailbox.to(SCHOOL)).toEqual([mail]);
});

test("one comes back to the next lesson, and back through the lessons one saw", async ({
  page,
  school,
}) => {
  const { module, address, at } = await enterModule(page, school);
  const [first, second, ...later] = lessonsOf(module);
  const [third, fourth] = later.filter(({ viewed }) => !viewed);
  await page.goto(at(first));
  await expect(heading(page)).toHaveText(first?.title ?? "");
  await next(page).click();
  await expect(heading(page)).toHaveText(second?.title ?? "");
  await page.goBack();
  await expect(heading(page)).toHaveText(first?.title ?? "");
  await page.goForward();
  await expect(heading(page)).toHaveText(second?.title ?? "");
  await expect(next(page).or(finish(page))).toBeEnabled(); // it is noted

  await page.goto("/");
  await page.goto(address);
  await expect(heading(page)).toHaveText(third?.title ?? "");
  await expect(next(page).or(finish(page))).toBeEnabled();
  await page.goto(`${address}&lesson=999999`);
  await expect(page.getByText(/Voici où vous en êtes/)).toBeVisible();
  await expect(heading(page)).toHaveText(fourth?.title ?? "");
  await accessible(page);
});

test("a quiz is corrected at once, kept while one looks elsewhere, and begun again", async ({
  page,
  school,
  expectedFailures,
}) => {
  const { module, at } = await enterModule(page, school);
  const lesson = lessonNamed(module, "Le cappuccino après 11 heures");
  await page.goto(at(lesson));
  const quiz = page.getByRole("region", { name: "Le petit quiz" });
  const check = quiz.getByRole("button", { name: "Vérifier mes réponses" });
  await quiz.getByRole("radio", { name: "Dammi un caffè" }).check();
  await expect(quiz.getByText("1 réponse sur 2")).toBeVisible();
  await check.click();
  await expect(quiz.getByRole("alert")).toHaveText(
    "Veuillez répondre à toutes les questions avant de soumettre.",
  );
  const gap = quiz.getByRole("textbox");
  await expect(gap).toBeFocused();
  await gap.fill("caffe");
  await accessible(page);

  expectedFailures.push(/^429 POST/);
  let busy = true;
  await page.route("**/api/quizzes/*/submit*", (route) =>
    busy
      ? route.fulfill({
          status: 429,
          json: { status: 429, code: "too_many_requests", message: "" },
        })
      : route.continue(),
  );
  await check.click();
  await expect(quiz.getByText(/n’ont pas pu être vérifiées. Elles sont conservées/)).toBeVisible();
  await expect(gap).toHaveValue("caffe");
  busy = false;
  await check.click();
  await expect(quiz.getByText("0 bonne réponse sur 2")).toBeVisible();
  await expect(quiz.getByText("Faux", { exact: true })).toBeVisible();
  await expect(quiz.getByText(/Presque/)).toBeVisible();
  await expect(quiz).toContainText("espresso taché de lait");
  await accessible(page);

  await page.getByRole("link", { name: "Leçon précédente" }).click();
  await expect(quiz).toHaveCount(0);
  await next(page).click();
  await expect(quiz.getByText("0 bonne réponse sur 2")).toBeVisible();
  await quiz.getByRole("button", { name: "Recommencer le quiz" }).click();
  await quiz.getByRole("radio", { name: "Vorrei un caffè" }).check();
  await gap.fill("caffè");
  await check.click();
  await expect(quiz.getByText("2 bonnes réponses sur 2")).toBeFocused();
  await expect(quiz.getByText("Juste", { exact: true })).toHaveCount(2);
});

test("YouTube hears of a reader only after a click", async ({ page, school }) => {
  const { module, at } = await enterModule(page, school);
  const lesson = lessonNamed(module, "Le cappuccino après 11 heures");
  const editor = await new Caller(school.url).signIn("editor@preau.test", password);
  await editor.ok("POST", "/resources", {
    chapterLessonId: lesson.id,
    title: "Un caffè al banco",
    url: "https://www.youtube.com/watch?v=Tm88QAI8I5A&t=4s",
    type: "VIDEO",
  });
  const asked: string[] = [];
  await page.route(/youtube|ytimg|google/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<p>film</p>" });
  });
  await page.goto(at(lesson));
  const play = page.getByRole("button", { name: "Lire la vidéo : Un caffè al banco" });
  await expect(play).toBeVisible();
  await expect(next(page)).toBeVisible();
  expect(asked).toEqual([]);
  await accessible(page);
  await play.focus();
  await page.keyboard.press("Enter");
  await expect(
    page.frameLocator("iframe[title='Un caffè al banco']").getByText("film"),
  ).toBeVisible();
  expect(asked).toEqual([
    expect.stringMatching(/^https:\/\/www\.youtube-nocookie\.com\/embed\/Tm88QAI8I5A\?/),
  ]);
});

test("the school’s own videos play in the page, with their captions", async ({ page, school }) => {
  const { module, at } = await enterModule(page, school);
  await page.goto(at(lessonNamed(module, "Le cappuccino après 11 heures")));
  const film = page.locator("video");
  // The arch of the school first; the bar of the browser once it plays. No black beside or above the picture.
  await expect(film).toHaveJSProperty("controls", false);
  const play = page.getByRole("button", { name: /^Lire la vidéo/ });
  await play.focus();
  await page.keyboard.press("Enter");
  await expect(film).toHaveJSProperty("controls", true);
  await expect(film).toBeFocused();
  await expect(play).toHaveCount(0);
  await expect
    .poll(() =>
      film.evaluate((video: HTMLVideoElement) => {
        const shape = video.videoWidth / video.videoHeight;
        return Math.abs(video.clientWidth / video.clientHeight / shape - 1) < 0.01;
      }),
    )
    .toBe(true);
  const captions = await film.evaluate(async (video: HTMLVideoElement) => {
    const [track] = video.textTracks;
    const element = video.querySelector("track");
    if (!track || !element) return null;
    if (element.readyState !== HTMLTrackElement.LOADED)
      await new Promise((loaded) => element.addEventListener("load", loaded, { once: true }));
    return {
      kind: track.kind,
      language: track.language,
      mode: track.mode,
      cues: track.cues?.length,
    };
  });
  expect(captions).toMatchObject({ kind: "captions", language: "it", mode: "showing" });
  expect(captions?.cues).toBeGreaterThan(0);
  await accessible(page);
});

test("a view that fails is tried again; what else fails leaves the lesson readable", async ({
  page,
  school,
  expectedFailures,
}) => {
  expectedFailures.push(/^503 POST \/api\/progress\/view$/, /^429 GET/);
  const { module, at } = await enterModule(page, school);
  const lesson = lessonsOf(module).find((one) => !one.viewed && one !== lessonsOf(module).at(-1));
  if (!lesson) throw new Error("everything is viewed");
  const unavailable = { status: 503, json: { status: 503, code: "unavailable", message: "" } };
  const busy = { status: 429, json: { status: 429, code: "too_many_requests", message: "" } };
  await page.route("**/api/progress/view?*", (route) => route.fulfill(unavailable));
  await page.route("**/api/resources/lesson/*", (route) => route.fulfill(busy));
  await page.route("**/api/quizzes/lesson/*", (route) => route.fulfill(busy));
  await page.goto(at(lesson));
  await expect(page.getByText(/n’a pas encore pu être notée comme vue/)).toBeVisible();
  await expect(
    page.getByText("Les documents de la leçon n’ont pas pu être chargés."),
  ).toBeVisible();
  await expect(page.getByText("Le quiz n’a pas pu être chargé.")).toBeVisible();
  await expect(page.getByRole("article").locator("p").first()).toBeVisible();
  await accessible(page);

  await page.unroute("**/api/progress/view?*");
  await page.getByRole("button", { name: "Réessayer" }).last().click();
  await expect(page.getByText(/n’a pas encore pu/)).toHaveCount(0);
  await expect(next(page).or(finish(page))).toBeEnabled();
});

test("what was not bought is not found, what is over says since when", async ({
  page,
  school,
  expectedFailures,
}) => {
  const { student, subscription, address } = await enterModule(page, school);
  expectedFailures.push(/^40[34] GET \/api\/progress\/module$/, /ApiError|404/);
  const course = await student.ok("GET", `/courses/${subscription.courseId}/details`);
  const outside = course.modules.find(
    (module: { id: number }) => !subscription.moduleIds.includes(module.id),
  );
  await page.goto(address.replace(/moduleId=\d+/, `moduleId=${outside.id}`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page introuvable");

  const over = await subscriptionOf(student, "EXPIRED");
  await page.goto(moduleOf(over, over.modules[0]?.moduleId ?? null));
  await expect(
    page.getByText(/^Votre accès à ce cours s’est terminé le \d+.* \d{4}\.$/),
  ).toBeVisible();
  await accessible(page);

  await page.goto("/modules-chapiters");
  await expect(page.getByText(/^Identifiant d’inscription manquant/)).toBeVisible();
  await page.goto(`/modules-chapiters?subscriptionId=${subscription.id}`);
  await expect(page.getByText(/ne dit pas quel module ouvrir/)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Voir mes cours" }).click();
  await expect(page).toHaveURL("/profile/subscriptions");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the chapters stand after the lesson, and everything goes by keyboard", async ({
    page,
    school,
  }) => {
    const { module, at } = await enterModule(page, school);
    const [first, second] = lessonsOf(module);
    await page.goto(at(first));
    await expect(next(page)).toBeVisible();
    const chapters = page.getByRole("navigation", { name: "Chapitres du module" });
    const [lesson, list] = await Promise.all([
      page.getByRole("article").boundingBox(),
      chapters.boundingBox(),
    ]);
    expect(list?.y).toBeGreaterThan((lesson?.y ?? 0) + (lesson?.height ?? 0));
    await next(page).focus();
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText(second?.title ?? "");
    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toBeInViewport();
    await chapters.getByText(/^3\./).click();
    await chapters.getByRole("link").last().click();
    await expect(heading(page)).toHaveText(lessonsOf(module).at(-1)?.title ?? "");
    await accessible(page);
  });
});
