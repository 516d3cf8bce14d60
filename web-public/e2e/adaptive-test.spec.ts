// The adaptive test as a visitor takes it: from the front page into the booking of a course, by keyboard, and on two devices.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { Effort } from "./support/clicks.ts";
import { focused, tabTo } from "./support/keyboard.ts";
import { demoStudent } from "./support/learner.ts";
import {
  type Asked,
  askedNow,
  bankOf,
  heading,
  right,
  takeAttempt,
  wrong,
} from "./support/levelTest.ts";
import { password } from "./support/school.ts";
import { accessibleEverywhere, fits } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const PHONE = { width: 390, height: 844 };

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const start = (page: Page) => page.getByRole("button", { name: "Commencer le test" });
const unknown = (page: Page) => page.getByRole("button", { name: "Je ne sais pas" });

/** The highest level of which a language has a course with a seat. */
async function highestOpen(url: string, language: string): Promise<string> {
  const courses: { level: string; bookable: boolean }[] = await new Caller(url).ok(
    "GET",
    `/courses?language=${encodeURIComponent(language)}`,
  );
  const levels = courses.filter(({ bookable }) => bookable).map(({ level }) => level);
  const highest = levels.sort().at(-1);
  if (!highest) throw new Error(`nothing to book in ${language}`);
  return highest;
}

test("from the front page to the booking of a course of one’s level, on a phone, in six presses and the answers", async ({
  page,
  school,
}) => {
  await page.setViewportSize(PHONE);
  const bank = await bankOf(school.url, "ITALIAN");
  const level = await highestOpen(school.url, "Italien");
  // Whoever knows what is below that level is of it, or one level below: both have a course to go on with.
  const how = (one: Asked) => ((one.level ?? "") < level ? right(one) : wrong(one));
  const effort = new Effort();
  await page.goto("/");
  await effort.click(page.getByRole("button", { name: "Ouvrir le menu" }));
  await effort.click(page.getByRole("dialog").getByRole("link", { name: "Test de niveau" }));
  await effort.click(page.getByRole("link", { name: /^Italien .*8 à 25 questions/ }));
  await expect(title(page)).toHaveText("Test de langue : ITALIEN");
  await accessible(page);
  await fits(page);
  await effort.click(start(page));

  const count = await takeAttempt(page, bank, how);
  expect(count).toBeGreaterThanOrEqual(8);
  await expect(page).toHaveURL("/test?language=ITALIAN&form=adaptive");
  await expect(title(page)).toBeFocused();
  await expect(page.getByText(/^[ABC][12], probable à \d+\s%/)).toBeVisible();
  await expect(page.getByText(`après ${count} questions`)).toBeVisible();
  await accessible(page);
  await fits(page);

  const course = page.getByRole("article").first();
  const name = await course.getByRole("heading").innerText();
  await effort.click(course.getByRole("link", { name: `Choisir ce cours : ${name}` }));
  await expect(title(page)).toHaveText(name);
  const dialog = page.getByRole("dialog", { name: "Votre sélection" });
  await effort.click(dialog.getByRole("button", { name: "Continuer" }));
  await expect(title(page)).toHaveText("Vos informations");
  await expect(page.getByText(name).first()).toBeVisible();
  expect(effort.clicks).toBe(6);
});

test("nothing of a test under way is kept in the browser; its result is", async ({
  page,
  school,
}) => {
  const bank = await bankOf(school.url, "FRENCH");
  await page.goto("/test?language=FRENCH");
  await start(page).click();
  await expect(heading(page, 1)).toBeVisible();
  const kept = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(await kept()).not.toMatch(/token|attempt/i);
  await unknown(page).click();
  await expect(heading(page, 2)).toBeVisible();
  await page.reload();
  await expect(
    page.getByText("Un test commencé sans compte ne peut pas être repris"),
  ).toBeVisible();

  await start(page).click();
  await takeAttempt(page, bank, () => null);
  await expect(title(page)).toHaveText("Vous êtes au début : A1.");
  await page.reload();
  await expect(title(page)).toHaveText("Vous êtes au début : A1.");
  await page.goto("/tests");
  await page.getByRole("link", { name: "Revoir votre dernier résultat" }).click();
  await expect(title(page)).toHaveText("Vous êtes au début : A1.");
  await page.getByRole("link", { name: "Recommencer" }).click();
  await expect(start(page)).toBeVisible();
});

test("leaving in the middle is asked about", async ({ page }) => {
  await page.goto("/test?language=ITALIAN");
  await start(page).click();
  await expect(heading(page, 1)).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Test de niveau" }).click();
  const guard = page.getByRole("dialog", { name: "Quitter le test ?" });
  await accessible(page);
  await guard.getByRole("button", { name: "Rester ici" }).click();
  await expect(heading(page, 1)).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Reprendre le test" }).click();
  await expect(heading(page, 1)).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Test de niveau" }).click();
  await guard.getByRole("button", { name: "Quitter le test" }).click();
  await expect(page).toHaveURL("/tests");
});

test("an answer outlives a network that fails, and counts once", async ({
  page,
  school,
  expectedFailures,
}) => {
  const bank = await bankOf(school.url, "ITALIAN");
  await page.goto("/test?language=ITALIAN");
  await start(page).click();
  await expect(heading(page, 1)).toBeVisible();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/answers")) sent.push(request.postData() ?? "");
  });
  // The first time the answer arrives and what is said to it does not.
  await page.route("**/api/attempts/*/answers*", async (route) => {
    await route.fetch();
    await route.abort("aborted");
  });
  await unknown(page).click();
  const failure = page.getByRole("alert").filter({ hasText: "Elle est restée en place." });
  await expect(failure).toBeVisible();
  await accessible(page);
  await page.unroute("**/api/attempts/*/answers*");

  expectedFailures.push(/^503 POST \/api\/attempts\/\d+\/answers$/);
  await page.route("**/api/attempts/*/answers*", (route) =>
    route.fulfill({ status: 503, json: { code: "unavailable" } }),
  );
  await failure.getByRole("button", { name: "Réessayer" }).click();
  await expect(failure).toBeVisible();
  await page.unroute("**/api/attempts/*/answers*");
  await failure.getByRole("button", { name: "Réessayer" }).click();
  await expect(heading(page, 2)).toBeFocused();
  expect(new Set(sent).size).toBe(1);
  expect((await askedNow(page, bank)).id).not.toBe(JSON.parse(sent[0] ?? "{}").questionId);
});

test("a question that staff changed meanwhile is replaced", async ({ page, school }) => {
  const bank = await bankOf(school.url, "ITALIAN");
  await page.goto("/test?language=ITALIAN");
  await start(page).click();
  await expect(heading(page, 1)).toBeVisible();
  const asked = await askedNow(page, bank);
  const editor = await new Caller(school.url).signIn("editor@preau.test", password);
  await editor.ok("DELETE", `/tests/${asked.id}/delete`);
  await unknown(page).click();
  await expect(page.getByText("Cette question vient d’être changée")).toBeVisible();
  await expect(heading(page, 1)).toBeFocused();
  await unknown(page).click();
  await expect(heading(page, 2)).toBeFocused();
});

test("whoever is signed in goes on elsewhere, begins again, and finds the test in the profile", async ({
  page,
  school,
}) => {
  const bank = await bankOf(school.url, "CHINESE");
  const student = await demoStudent(school.url);
  const begun = await student.ok("POST", "/tests/CHINESE/attempts", { restart: true });
  const { id: questionId, version } = begun.question;
  const answer = { questionId, version, givenAnswer: null, milliseconds: 4000 };
  await student.ok("POST", `/attempts/${begun.id}/answers`, answer);

  await page.setViewportSize(PHONE);
  await enter(page, student);
  await page.goto("/profile?tab=tests");
  await accessible(page);
  await fits(page);
  await page.getByRole("link", { name: "Reprendre le test : Chinois" }).click();
  await expect(page.getByText("Vos réponses sont gardées avec votre compte")).toBeVisible();
  await start(page).click();
  await expect(heading(page, 2)).toBeFocused();
  await expect(page.getByText("Vous reprenez votre test : 1 réponse déjà donnée.")).toBeVisible();
  await page.getByRole("button", { name: "Recommencer à zéro" }).click();
  const sure = page.getByRole("dialog", { name: "Recommencer à zéro ?" });
  await accessible(page);
  await sure.getByRole("button", { name: "Recommencer à zéro" }).click();
  await expect(heading(page, 1)).toBeVisible();
  await expect(sure).toBeHidden();
  for (let number = 1; number <= 25 && (await unknown(page).isVisible()); number += 1) {
    const asked = await askedNow(page, bank);
    await unknown(page).click();
    await page.locator(`#question-${asked.id}`).waitFor({ state: "detached" });
  }
  await expect(page.getByText("Votre résultat est gardé dans votre profil.")).toBeVisible();
  await page.goto("/profile?tab=tests");
  const tests = page.getByRole("region", { name: "Mes tests" });
  await expect(tests.getByRole("listitem").first()).toContainText("Chinois");
  await expect(tests.getByRole("listitem").first()).toContainText(/A1, probable à \d+\s%/);
});

test("the whole test by keyboard alone", async ({ page, school }) => {
  const bank = await bankOf(school.url, "ITALIAN");
  await page.goto("/test?language=ITALIAN");
  await tabTo(page, /^Commencer le test$/);
  await page.keyboard.press("Enter");
  const done = page.getByText("Test terminé");
  for (let number = 1; number <= 25 && !(await done.isVisible()); number += 1) {
    await expect(heading(page, number)).toBeFocused();
    const asked = await askedNow(page, bank);
    for (const words of right(asked)) await fillByKeyboard(page, asked, words);
    await page.keyboard.press("Enter");
    await page.locator(`#question-${asked.id}`).waitFor({ state: "detached" });
  }
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveText("Vous êtes à l’aise en C2.");
  await tabTo(page, /^Recommencer$/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^Commencer le test$/);
  await page.keyboard.press("Enter");
  await expect(heading(page, 1)).toBeFocused();
  await tabTo(page, /^Je ne sais pas$/);
  await page.keyboard.press("Enter");
  await expect(heading(page, 2)).toBeFocused();
});

/** From the heading, or the gap before, to the next field of the question. */
async function fillByKeyboard(page: Page, { id, options, typeCode }: Asked, words: string) {
  const field = page.locator(`#question-${id} :is(input:not([type=range]), textarea):focus`);
  for (let steps = 0; (await field.count()) === 0 || (await isFilled(page)); steps += 1) {
    if (steps > 20) throw new Error(`question ${id} is not reached by Tab: ${await focused(page)}`);
    await page.keyboard.press("Tab");
  }
  if (typeCode !== "TRUE_FALSE" && options.length === 0) return page.keyboard.type(words);
  await page.keyboard.press("Space");
  while ((await page.locator(":focus").inputValue()) !== words) {
    await page.keyboard.press("ArrowDown");
  }
}

/** The gap with the focus has its word already. */
function isFilled(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement && field.type === "text" && field.value !== "";
  });
}

test("machines find nothing to object to in any language", async ({ page }) => {
  const begin = async (page: Page) => {
    await page.getByRole("main").getByRole("button").click();
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeFocused();
  };
  await accessibleEverywhere(page, "/test?language=CHINESE", async () => {});
  await accessibleEverywhere(page, "/test?language=ITALIAN", begin);
});
