// The fixed level test as a visitor takes it: a door, a sheet, a result, and from there into a course. Nothing typed is lost.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { tabTo } from "./support/keyboard.ts";
import { type Asked, answer, questionsOf, right, wrong } from "./support/levelTest.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, answered, expect, test } from "./support/test.ts";
import { nextWeek } from "./support/visitor.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Soumettre le test" });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

async function answerAll(page: Page, questions: Asked[], how: (one: Asked) => string[] = right) {
  for (const question of questions) await answer(page, question, how(question));
}

/** The highest level for which this language has a course with places. */
async function bookableLevel(url: string, language: string): Promise<string> {
  const courses: { level: string; bookable: boolean; free: boolean; seatsLeft: number | null }[] =
    await new Caller(url).ok("GET", `/courses?language=${encodeURIComponent(language)}`);
  const open = courses.filter((one) => one.bookable && !one.free && one.seatsLeft !== 1);
  const level = open
    .map((one) => one.level)
    .sort()
    .at(-1);
  if (!level) throw new Error(`nothing to book in ${language}`);
  return level;
}

test("questions are asked in the reader’s language where they exist in it; answers stay when it changes", async ({
  page,
  school,
}) => {
  const untranslated = "question LIKE '%pourquoi la réunion%'";
  school.sql(`UPDATE test_questions SET translations = '[]' WHERE ${untranslated}`);
  await page.goto("/test?language=ITALIAN&form=fixed&lang=zh");
  const first = page.getByRole("group", { name: /选择正确的形式/ });
  await first.getByText("sono", { exact: true }).click();
  await expect(first.locator("legend [lang=zh]")).toContainText("选择正确的形式");
  await expect(first.locator("legend i")).toHaveAttribute("lang", "it");
  const fallback = page.getByRole("group", { name: /pourquoi la réunion/ });
  await expect(fallback.getByText("法语", { exact: true })).toBeVisible();
  await expect(fallback.locator("legend [lang=fr]")).toBeVisible();
  await accessible(page);

  await page.goto("/test?language=ITALIAN&form=fixed&lang=en");
  const same = page.getByRole("group", { name: /Choose the right form/ });
  await expect(same.getByRole("radio", { name: "sono", exact: true })).toBeChecked();
});

for (const [key, name] of [
  ["FRENCH", "Français"],
  ["ENGLISH", "Anglais"],
  ["ITALIAN", "Italien"],
  ["CHINESE", "Chinois"],
] as const) {
  test(`a whole test leads into a course of the level it found: ${name}`, async ({
    page,
    school,
  }) => {
    const questions = await questionsOf(school.url, key);
    expect(new Set(questions.map(({ typeCode }) => typeCode)).size).toBe(5);
    const level = await bookableLevel(school.url, name);
    const known = questions.filter((one) => (one.level ?? "") <= level);

    await page.goto("/tests");
    await page.getByRole("link", { name: new RegExp(`^${name} .*minutes`) }).click();
    await expect(page).toHaveURL(`/test?language=${key}`);
    await page.getByRole("link", { name: /test court/ }).click();
    await expect(page).toHaveURL(`/test?language=${key}&form=fixed`);
    await expect(title(page)).toHaveText(`Test de langue : ${name.toUpperCase()}`);
    await answerAll(page, questions, (one) => (known.includes(one) ? right(one) : wrong(one)));
    await submit(page).click();

    await expect(page).toHaveURL("/result");
    await expect(page.getByText("Test terminé")).toBeVisible();
    await expect(
      page.getByText(`Score obtenu : ${known.length} / ${questions.length}`),
    ).toBeVisible();
    await expect(
      page.getByRole("img", { name: `Niveau atteint : ${level}, sur une échelle` }),
    ).toBeVisible();
    const course = page
      .getByRole("article")
      .filter({ hasText: `${name} ${level}` })
      .first();
    const courseName = await course.getByRole("heading").innerText();
    await course.getByRole("link", { name: /^Découvrir plus/ }).click();
    await expect(title(page)).toHaveText(courseName);
    await page.getByRole("button", { name: "S’inscrire au cours" }).click();
    const dialog = page.getByRole("dialog", { name: "Votre sélection" });
    await dialog.getByLabel("Date de démarrage souhaitée").fill(nextWeek());
    await dialog.getByRole("button", { name: "Continuer" }).click();
    await expect(title(page)).toHaveText("Vos informations");
    await expect(page.getByText(courseName).first()).toBeVisible();
  });
}

test("unanswered questions are told and led to; a reload keeps the answers, starting anew forgets them", async ({
  page,
  school,
}) => {
  const questions = await questionsOf(school.url, "ITALIAN");
  const [first, second] = questions as [Asked, Asked];
  await page.goto("/test?language=italien&form=fixed");
  await answer(page, first, right(first));
  await expect(submit(page)).toBeDisabled();
  await submit(page).click({ force: true });
  await expect(
    page.getByText("Veuillez répondre à toutes les questions avant de soumettre."),
  ).toBeVisible();
  await expect(page.locator(`#question-${second.id}`)).toBeInViewport();
  await expect(page.locator(`#question-${second.id} input:focus`)).toHaveCount(1);

  await answerAll(page, questions.slice(1));
  await page.reload();
  const count = page.getByText(`${questions.length} réponses sur ${questions.length}`);
  await expect(count).toBeVisible();
  await page.goto("/test?language=FRENCH&form=fixed");
  await expect(page.getByText(/^0 réponse sur/)).toBeVisible();
  await page.goto("/test?language=ITALIAN&form=fixed");
  await expect(count).toBeVisible();
  await submit(page).click();
  await expect(page.getByText(/^Score obtenu/)).toBeVisible();
  await page.getByText("Vos réponses, question par question").click();
  await expect(page.getByText("Juste", { exact: true })).toHaveCount(questions.length);
  await accessible(page);

  await page.reload();
  await expect(page.getByText(/^Score obtenu/)).toBeVisible();
  await page.getByRole("link", { name: "Recommencer" }).click();
  await expect(page).toHaveURL("/test?language=ITALIAN");
  await page.getByRole("link", { name: /test court/ }).click();
  await expect(page.getByText(/^0 réponse sur/)).toBeVisible();
  await page.goto("/tests");
  await page.getByRole("link", { name: "Revoir votre dernier résultat" }).click();
  await expect(page).toHaveURL("/result");
});

test("a network that fails loses no answer and is tried again", async ({
  page,
  school,
  expectedFailures,
}) => {
  const questions = await questionsOf(school.url, "ENGLISH");
  await page.goto("/test?language=ENGLISH&form=fixed");
  await answerAll(page, questions);
  await page.route("**/api/tests/*/submit", (route) => route.abort("aborted"));
  await submit(page).click();
  const failure = page.getByRole("alert").filter({ hasText: "Vos réponses sont gardées." });
  await expect(failure).toBeVisible();
  await page.unroute("**/api/tests/*/submit");

  expectedFailures.push(/^503 POST \/api\/tests\/ENGLISH\/submit$/);
  await page.route("**/api/tests/*/submit", (route) =>
    route.fulfill({ status: 503, json: { code: "busy" } }),
  );
  await submit(page).click();
  await expect(failure).toBeVisible();
  await accessible(page);
  await page.unroute("**/api/tests/*/submit");
  await submit(page).click();
  await expect(page.getByText(`Score obtenu : ${questions.length} / `)).toBeVisible();
});

test("a recording plays, and one that does not load is there to read", async ({
  page,
  school,
  expectedFailures,
}) => {
  const questions = await questionsOf(school.url, "ITALIAN");
  const asked = questions.find(({ typeCode }) => typeCode === "AUDIO") as Asked;
  const question = page.locator(`#question-${asked.id}`);
  await page.goto("/test?language=ITALIAN&form=fixed");
  await question.getByRole("button", { name: "Écouter l’enregistrement" }).click();
  const heard = () =>
    question.locator("audio").evaluate((one: HTMLAudioElement) => one.currentTime);
  await expect.poll(heard).toBeGreaterThan(0.3); // seconds
  await question.getByRole("button", { name: "Mettre en pause" }).click();
  await question.getByRole("slider").focus();
  await page.keyboard.press("Home");
  expect(await heard()).toBe(0);
  await expect(question.getByText("Lire la transcription")).toHaveCount(0);
  await answer(page, asked, right(asked));
  await question.getByText("Lire la transcription").click();
  await expect(question.getByText("Il treno regionale per Bologna")).toBeVisible();

  expectedFailures.push(/^404 GET \/assets\/audio\//);
  await page.route("**/assets/audio/*", (route) => route.fulfill({ status: 404 }));
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(
    question.getByText("L’enregistrement ne peut pas être lu. Lisez sa transcription"),
  ).toBeVisible();
  await expect(question.getByText("Il treno regionale per Bologna")).toBeVisible();
});

test("the whole test by keyboard alone, with the letters a keyboard lacks", async ({
  page,
  school,
}) => {
  const questions = await questionsOf(school.url, "ITALIAN");
  await page.goto("/test?language=ITALIAN&form=fixed");
  await expect(title(page)).toBeVisible();
  for (const question of questions) {
    for (const words of right(question)) {
      await tabToAnswer(page, question);
      if (question.typeCode === "TEXT" || question.typeCode === "CLOZE") {
        await page.keyboard.type(words);
      } else {
        await page.keyboard.press("Space");
        while ((await page.locator(":focus").inputValue()) !== words) {
          await page.keyboard.press("ArrowDown");
        }
      }
    }
  }
  await tabTo(page, /^Soumettre le test$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Score obtenu : ${questions.length} / `)).toBeVisible();
  await tabTo(page, /^Recommencer$/);
  await page.keyboard.press("Enter");
  await tabTo(page, /test court/);
  await page.keyboard.press("Enter");

  const written = questions.find(({ typeCode }) => typeCode === "TEXT") as Asked;
  await tabToAnswer(page, written);
  await page.keyboard.type("un caff");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.locator(`#question-${written.id} textarea`)).toHaveValue("un caffè");
  await expect(page.locator(`#question-${written.id} textarea`)).toBeFocused();
});

/** Tabs on to the next field that takes an answer to this question. */
async function tabToAnswer(page: Page, { id }: Asked): Promise<void> {
  const field = `#question-${id} :is(input:not([type=range]), textarea):focus`;
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press("Tab");
    if ((await page.locator(field).count()) > 0) {
      await expect(page.locator(field)).toBeInViewport();
      return;
    }
  }
  throw new Error(`question ${id} is not reached by Tab`);
}

test("the server renders choice and test without the solutions, and redirects without a language", async ({
  request,
}) => {
  const at = async (path: string) => (await request.get(path, { maxRedirects: 0 })).headers();
  await expect.poll(async () => (await at("/test")).location, { timeout: 30_000 }).toBe("/");
  expect((await at("/test?language=klingon")).location).toBe("/tests");

  const fixed = "/test?language=italien&form=fixed";
  await answered(request, fixed).toContain("Io ___ di Torino.");
  const rendered = await (await request.get(fixed)).text();
  expect(rendered).toContain("<title>Test de langue\u00a0: Italien");
  expect(rendered).toMatch(/rel="canonical" href="[^"]*\/test\?language=ITALIAN"/);
  expect(rendered).not.toContain("correctAnswer");
  await answered(request, "/tests").toContain("/test?language=CHINESE");
  await answered(request, "/tests").toContain("8 à 25 questions");
  await answered(request, "/test?language=italien").toContain("Commencer le test");
});

test("an address without a language leads home, an unknown one to the choice; no result invites to a test", async ({
  page,
}) => {
  await page.goto("/test");
  await expect(page).toHaveURL("/");
  await page.goto("/test?language=klingon");
  await expect(page).toHaveURL("/tests");
  await page.goto("/result");
  await page.getByRole("link", { name: "Passer le test" }).click();
  await expect(page).toHaveURL("/tests");
});

test("machines find nothing to object to in any language", async ({ page }) => {
  await accessibleEverywhere(page, "/tests", async () => {});
  await accessibleEverywhere(page, "/test?language=CHINESE&form=fixed", async () => {});
});
