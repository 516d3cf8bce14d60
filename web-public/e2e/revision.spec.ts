// Revising: from the mistakes of a quiz to cards by keyboard, on a phone, without a network; words of a lesson; what a
// class misses most.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { tabTo } from "./support/keyboard.ts";
import { arrive, moduleOf } from "./support/learner.ts";
import { afterTheNight, dueOf, forgetCards, keepWords } from "./support/revision.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere, fits } from "./support/sizes.ts";
import { idOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const PHONE = { width: 390, height: 844 };
const LESSON = "Le cappuccino après 11 heures";

const card = (page: Page) => page.getByRole("article");
const start = (page: Page) => page.getByRole("button", { name: "Commencer" });
const done = (page: Page) => page.getByRole("heading", { name: "C’est tout pour aujourd’hui." });

/** The student without cards, and the address of the lesson with a quiz. */
async function learner(page: Page, school: School) {
  forgetCards(school);
  const { student, subscription } = await arrive(page, school, "ACTIVE");
  const { nextModuleId, id } = subscription;
  const path = `/progress/module?subscriptionId=${id}&moduleId=${nextModuleId}`;
  const { chapters }: { chapters: { lessons: { id: number; title: string }[] }[] } =
    await student.ok("GET", path);
  // The titles of the demo school have no-break spaces before their numbers.
  const lesson = chapters
    .flatMap(({ lessons }) => lessons)
    .find(({ title }) => title.replace(/\s/g, " ") === LESSON);
  if (!lesson) throw new Error(`no lesson ${LESSON}`);
  return { student, lesson: `${moduleOf(subscription, nextModuleId)}&lesson=${lesson.id}` };
}

/** The day after. */
function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);
}

test("what a quiz missed is revised by keyboard, and does not come back the next day", async ({
  page,
  school,
}) => {
  const { student, lesson } = await learner(page, school);
  await page.goto(lesson);
  const quiz = page.getByRole("region", { name: "Le petit quiz" });
  await quiz.getByRole("radio", { name: "Dammi un caffè" }).check();
  await quiz.getByRole("textbox").fill("caffe");
  await quiz.getByRole("button", { name: "Vérifier mes réponses" }).click();
  const added = quiz.getByText("2 questions ajoutées à vos révisions.");
  await expect(added).toBeVisible();
  await accessible(page);
  await afterTheNight(school, student);

  await page.goto("/profile/subscriptions");
  await page.getByRole("link", { name: "Réviser · 2 cartes aujourd’hui" }).click();
  await expect(page.getByRole("heading", { name: "2 cartes à revoir" })).toBeVisible();
  await accessible(page);
  await tabTo(page, /^Commencer$/);
  await page.keyboard.press("Enter");
  for (const place of ["1 sur 2", "2 sur 2"]) {
    await expect(page.getByText(place)).toBeVisible();
    await expect(card(page)).toBeFocused();
    await expect(card(page)).toContainText("Italien");
    await accessible(page);
    await page.keyboard.press("Space");
    await expect(page.getByText("Vous le saviez ?")).toBeVisible();
    await accessible(page);
    await page.keyboard.press("4");
  }
  await expect(done(page)).toBeFocused();
  await expect(page.getByText(/^Prochaine révision\s: \p{L}+ \d+/u)).toBeVisible();
  await accessible(page);

  const { today, due, nextOn, reviewedToday } = await dueOf(student);
  expect([due, reviewedToday]).toEqual([0, 2]);
  expect(nextOn && nextOn > dayAfter(today)).toBe(true);
  await page.goto("/profile/subscriptions");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mes cours");
  await expect(page.getByRole("link", { name: /^Réviser ·/ })).toHaveCount(0);
});

test("on a phone one card after the other; what was not known comes again, what is not wanted goes", async ({
  page,
  school,
}) => {
  await page.setViewportSize(PHONE);
  const { student } = await learner(page, school);
  await keepWords(student, { vorrei: "je voudrais", "il conto": "l’addition", grazie: "merci" });
  await page.goto("/");
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Réviser" }).click();
  await start(page).click();
  await page.getByRole("button", { name: "Montrer la réponse" }).click();
  for (const name of ["Encore", "Difficile", "Bien", "Facile"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await fits(page);
  await accessible(page);
  await page.getByRole("button", { name: "Encore" }).click();
  await expect(page.getByText("2 sur 4")).toBeVisible();

  await page.getByRole("button", { name: "Ne plus réviser cette carte" }).click();
  const sure = page.getByRole("dialog", { name: "Ne plus réviser cette carte ?" });
  await accessible(page);
  await sure.getByRole("button", { name: "Ne plus réviser cette carte" }).click();
  await expect(page.getByText("2 sur 3")).toBeVisible();
  await expect(sure).toBeHidden();
  for (let place = 2; place <= 3; place += 1) {
    await expect(page.getByText(`${place} sur 3`)).toBeVisible();
    await page.getByRole("button", { name: "Montrer la réponse" }).click();
    await page.getByRole("button", { name: "Bien" }).click();
  }
  await expect(done(page)).toBeVisible();
  await fits(page);
  await expect.poll(() => dueOf(student)).toMatchObject({ due: 0, total: 2 });
});

test("without a network the reviews are kept, and sent once when it is back", async ({
  page,
  school,
  context,
  expectedFailures,
}) => {
  expectedFailures.push(/ERR_INTERNET_DISCONNECTED/);
  const { student } = await learner(page, school);
  await keepWords(student, { vorrei: "je voudrais", "il conto": "l’addition", grazie: "merci" });
  await page.goto("/revision");
  await start(page).click();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  for (const place of ["1 sur 3", "2 sur 3", "3 sur 3"]) {
    await expect(page.getByText(place)).toBeVisible();
    await page.keyboard.press("Space");
    await page.keyboard.press("3");
  }
  await expect(done(page)).toBeVisible();
  await expect(
    page.getByText("3 réponses seront envoyées quand le réseau sera revenu."),
  ).toBeVisible();
  await accessible(page);
  expect((await dueOf(student)).reviewedToday).toBe(0);

  await context.setOffline(false);
  await expect(page.getByText(/seront envoyées/)).toHaveCount(0);
  await expect.poll(async () => (await dueOf(student)).reviewedToday).toBe(3);
  expect((await student.ok("GET", "/users/me/export")).revision.reviews).toHaveLength(3);
  const kept = () => page.evaluate(() => Object.keys(localStorage).join());
  expect(await kept()).not.toContain("revision");
});

test("reviews that have not arrived outlive the tab, and go with whoever signs out", async ({
  page,
  school,
  expectedFailures,
}) => {
  expectedFailures.push(/^503 POST \/api\/revision\/reviews$/);
  const { student } = await learner(page, school);
  await keepWords(student, { vorrei: "je voudrais", "il conto": "l’addition" });
  await page.route("**/api/revision/reviews", (route) =>
    route.fulfill({ status: 503, json: { status: 503, code: "unavailable", message: "" } }),
  );
  await page.goto("/revision");
  await start(page).click();
  await page.keyboard.press("Space");
  await page.keyboard.press("3");
  await expect(page.getByText("2 sur 2")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "1 carte à revoir" })).toBeVisible();
  const kept = () => page.evaluate(() => Object.keys(localStorage).join());
  expect(await kept()).toContain("revision");
  await page.getByRole("button", { name: /^Compte de/ }).click();
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await kept()).not.toContain("revision");
});

test("a selected word of a lesson is kept, and taken back", async ({ page, school }) => {
  const { student, lesson } = await learner(page, school);
  await page.goto(lesson);
  const text = page.getByRole("article").locator("p").first();
  await expect(text).toBeVisible();
  const word = await text.evaluate((place) => {
    const node = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode();
    const [found = ""] = /\p{L}{4,}/u.exec(node?.textContent ?? "") ?? [];
    const from = node?.textContent?.indexOf(found) ?? 0;
    if (node) document.getSelection()?.setBaseAndExtent(node, from, node, from + found.length);
    return found;
  });
  await page.getByRole("button", { name: "Retenir un mot" }).click();
  const dialog = page.getByRole("dialog", { name: "Retenir un mot" });
  await expect(dialog.getByLabel("Mot ou expression")).toHaveValue(word);
  await accessible(page);
  await dialog.getByLabel(/^Ce qu’il veut dire/).fill("un sens");
  await dialog.getByRole("button", { name: "Retenir", exact: true }).click();
  const told = page.getByRole("status").filter({ hasText: "est dans vos révisions." });
  await expect(told).toBeVisible();
  expect((await dueOf(student)).cards).toMatchObject([{ front: word, back: "un sens" }]);
  await told.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByText("C’est annulé.")).toBeVisible();
  expect((await dueOf(student)).total).toBe(0);
});

test("without cards one reads where they come from", async ({ page, school, expectedFailures }) => {
  await learner(page, school);
  await page.goto("/revision");
  await expect(page.getByText(/^Vous n’avez pas encore de carte/)).toBeVisible();
  await accessible(page);
  expectedFailures.push(/^429 GET \/api\/revision\/due$/);
  await page.route("**/api/revision/due", (route) =>
    route.fulfill({
      status: 429,
      json: { status: 429, code: "too_many_requests", message: "" },
    }),
  );
  await page.reload();
  await expect(page.getByText("Vos cartes n’ont pas pu être chargées.")).toBeVisible();
  await accessible(page);
  await page.unroute("**/api/revision/due");
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByText(/^Vous n’avez pas encore de carte/)).toBeVisible();
});

test("a visitor signs in first", async ({ page }) => {
  await page.goto("/revision");
  await expect(page).toHaveURL(/\/login\?next=%2Frevision$/);
});

test("staff reads which questions of a class are missed most", async ({ page, school }) => {
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  const course = await idOf(admin, "Chiacchierare, parler de soi");
  const row = { lessonId: 1, lessonTitle: "Al bar", answered: 8 };
  await page.route("**/api/courses/*/missed", (route) =>
    route.fulfill({
      json: [
        { ...row, questionId: 1, question: "Per me un {{1}}, grazie.", missed: 5 },
        { ...row, questionId: 2, question: "Comment commande-t-on poliment ?", missed: 2 },
      ],
    }),
  );
  await enter(page, admin);
  await page.goto(`/dashboard/course/${course}/learners`);
  const missed = page.getByRole("region", { name: "Questions les plus manquées" });
  await expect(missed.getByRole("listitem").first()).toContainText("5 élèves sur 8");
  await accessible(page);
  await page.setViewportSize(PHONE);
  await fits(page);
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  const { student } = await learner(page, school);
  await keepWords(student, { vorrei: "je voudrais" });
  const main = page.getByRole("main");
  await accessibleEverywhere(page, "/revision", async () => {
    await main.getByRole("button").first().click();
    await expect(card(page)).toBeFocused();
    await page.keyboard.press("Space");
    await expect(main.getByRole("button")).toHaveCount(6); // the way out, four answers, never again
  });
});
