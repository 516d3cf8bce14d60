// How the questions of the adaptive test do: an editor finds the one that misleads and repairs it; what a person has taken
// is read by staff and by their teacher.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { type Asked, bankOf } from "./support/levelTest.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere, fits } from "./support/sizes.ts";
import { act, openAsEditor, rowOf, rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const STATISTICS = "test-creator?language=it&tab=statistics";
const WHY = "Qui sait davantage y répond moins bien : une autre réponse est peut-être juste aussi.";
const TESTS = 240; // finished ones, each with an answer to the same questions
const FIRST = 900_000; // the ids of seeded tests begin here

type Question = Asked & { question: string; version: number };

/** As the database has an instant. */
const instant = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().replace("Z", "+00:00");

const day = (ahead: number) => instant(-ahead).slice(0, 10);

interface Bank {
  misleading: Question;
  /** Harder than its level says. */
  harder: Question;
  /** It has few answers. */
  rare: Question;
}

/** Seeded answers to three questions of B1. */
async function seed(school: School): Promise<Bank> {
  const all = (await bankOf(school.url, "it")) as Question[];
  const [misleading, harder, rare] = all.filter(({ level }) => level === "B1");
  if (!misleading || !harder || !rare) throw new Error("too few questions of B1");
  const [began, ended, fitted] = [instant(1.1), instant(1), instant(0.5)];
  school.sql(`
    DELETE FROM test_answers; DELETE FROM test_item_statistics; DELETE FROM test_attempts;
    INSERT INTO test_attempts (id, language_id, user_id, token_hash, seed, started_at, finished_at, level, ability,
        standard_error, probability)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${TESTS})
      SELECT ${FIRST} + i, (SELECT id FROM languages WHERE code = 'it'), NULL, 'seeded-' || i, i, '${began}', '${ended}',
        'B1', -0.7, 0.5, 0.8 FROM n;`);
  answers(school, misleading, 1, TESTS, 96);
  answers(school, harder, 2, TESTS, 60);
  answers(school, rare, 3, 37, 30);
  school.sql(`
    INSERT INTO test_item_statistics (question_id, question_version, asked, correct, discrimination, misleading, difficulty,
        fitted_at)
      VALUES (${misleading.id}, ${misleading.version}, ${TESTS}, 96, -0.08, TRUE, -0.7, '${fitted}'),
             (${harder.id}, ${harder.version}, ${TESTS}, 60, 0.41, FALSE, 0.9, '${fitted}')`);
  return { misleading, harder, rare };
}

/** The first `count` tests asked this question; `right` of them got it right. */
function answers(
  school: School,
  question: Question,
  position: number,
  count: number,
  right: number,
) {
  const at = instant(1);
  school.sql(`
    INSERT INTO test_answers (attempt_id, position, question_id, question_version, difficulty, given, outcome,
        milliseconds, asked_at, answered_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      SELECT ${FIRST} + i, ${position}, ${question.id}, ${question.version}, -0.75, '"xyz"',
        CASE WHEN i <= ${right} THEN 'right' ELSE 'wrong' END, 8000, '${at}', '${at}' FROM n`);
}

const fact = (page: Page, name: string) =>
  page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });

test("an editor finds the question that misleads among all, and repairs it", async ({
  page,
  school,
}) => {
  const { misleading, harder, rare } = await seed(school);
  await openAsEditor(page, school, "test-creator?language=it");
  await page.getByRole("tab", { name: "Statistiques" }).click();
  await expect(page).toHaveURL(/tab=statistics/);
  await expect(fact(page, "Tests commencés")).toContainText(String(TESTS));
  await expect(fact(page, "Tests finis")).toContainText(String(TESTS));
  await expect(page.getByText("1 question trompeuse.")).toBeVisible();
  await expect(page.getByText(WHY)).toBeVisible();
  const [first, second] = [rowsOf(page).nth(0), rowsOf(page).nth(1)];
  await expect(first).toContainText(misleading.question);
  await expect(first).toContainText("Trompeuse");
  await expect(first).toContainText("-0,08");
  await expect(first).toContainText(/40\s%/);
  await expect(second).toContainText(harder.question);
  await expect(second).toContainText("Plutôt B2");
  await page.getByRole("button", { name: "Posée" }).click();
  await page.getByRole("button", { name: "Posée" }).click();
  await expect(page).toHaveURL(/sort=-asked/);
  await expect(rowOf(page, rare.question)).toContainText("37 réponses sur 200");
  await accessible(page);

  await rowOf(page, misleading.question).getByRole("link").click();
  await expect(page.getByText(WHY)).toBeVisible();
  const text = page.getByLabel("Question", { exact: true });
  await text.fill(`${misleading.question} (revue)`);
  await expect(page.getByText(/^Cette question a des statistiques/)).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("La question a été mise à jour.")).toBeVisible();
  await page.getByRole("tab", { name: "Statistiques" }).click();
  await expect(rowsOf(page).first()).toContainText(harder.question);
  await expect(page.getByText("Trompeuse", { exact: true })).toHaveCount(0);
});

test("the list has the questions of one test or level, and those that mislead", async ({
  page,
  school,
}) => {
  const { misleading, harder } = await seed(school);
  const all = (await bankOf(school.url, "it")) as (Question & { inFixedTest: boolean })[];
  const fixed = all.filter(({ inFixedTest }) => inFixedTest);
  await openAsEditor(page, school, "test-creator?language=it");
  await expect(rowsOf(page)).toHaveCount(all.length);
  await expect(page.getByText(/^Le test adaptatif est proposé dès que 8 questions/)).toBeVisible();
  const show = (which: string) =>
    page
      .getByRole("radiogroup", { name: "Questions affichées" })
      .getByText(which, { exact: true })
      .click();
  await show("Test court");
  await expect(rowsOf(page)).toHaveCount(fixed.length);
  await page.getByRole("combobox", { name: "Niveau affiché" }).click();
  await page.getByRole("option", { name: "A1", exact: true }).click();
  await expect(page).toHaveURL(/which=fixed&level=A1/);
  await expect(rowsOf(page)).toHaveCount(fixed.filter(({ level }) => level === "A1").length);
  await page.goto("/dashboard/test-creator?language=it&which=misleading");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText(misleading.question);
  await show("Toutes");
  await act(rowOf(page, harder.question), /^Supprimer/);
  await expect(page.getByRole("dialog")).toContainText(
    `${TESTS} réponses comptent dans ses statistiques`,
  );
  await accessible(page);
});

for (const width of [390, 768, 1024, 1440]) {
  test(`at ${width} pixels ninety questions and their figures are read`, async ({
    page,
    school,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { misleading } = await seed(school);
    await openAsEditor(page, school, "test-creator?language=it");
    await expect(rowsOf(page).first()).toBeVisible();
    await fits(page);
    await page.goto(`/dashboard/${STATISTICS}`);
    const first = rowsOf(page).first();
    await expect(first).toContainText(misleading.question);
    await expect(first).toContainText("Trompeuse");
    await fits(page);
    await accessible(page);
  });
}

test("a teacher sees neither the page nor the figures", async ({ page, school }) => {
  const teacher = await new Caller(school.url).signIn("teacher@preau.test", password);
  expect((await teacher.call("GET", "/tests/it/statistics")).status).toBe(403);
  await enter(page, teacher);
  await page.goto(`/dashboard/${STATISTICS}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Statistiques" })).toHaveCount(0);
});

/** A finished test and an unfinished one of this person. */
function took(school: School, user: string) {
  const one = (id: number, ended: string) => `
    (${id}, (SELECT id FROM languages WHERE code = 'it'), ${user}, NULL, ${id}, '${instant(2)}', ${ended}`;
  school.sql(`
    INSERT INTO test_attempts (id, language_id, user_id, token_hash, seed, started_at, finished_at, level, ability,
        standard_error, probability)
      VALUES ${one(FIRST, `'${instant(2)}', 'B1', -0.7, 0.5, 0.82`)}),
             ${one(FIRST + 1, "NULL, NULL, NULL, NULL, NULL")})`);
}

test("administrators and the teacher of a learner read which tests were taken", async ({
  browser,
  page,
  school,
}) => {
  const teacher = await new Caller(school.url).signIn("teacher@preau.test", password);
  const span = new URLSearchParams({ from: day(0), to: day(60) });
  const [session] = await teacher.ok("GET", `/class-sessions?${span}`);
  const { rows } = await teacher.ok("GET", `/class-sessions/${session.id}/roster`);
  const { learnerId, learnerName: name } = rows[0];
  school.sql(`DELETE FROM test_answers; DELETE FROM test_attempts`);
  took(school, String(learnerId));

  await enter(page, await new Caller(school.url).signIn("admin@preau.test", password));
  await page.goto(`/dashboard/user-management?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Modifier : ${name}` }).click();
  const tests = page.getByRole("dialog").getByRole("region", { name: "Tests de niveau" });
  await expect(tests.getByText(/^B1, probable à 82\s%$/)).toBeVisible();
  await expect(tests.getByText("Inachevé")).toBeVisible();
  await expect(
    page.getByRole("dialog").getByRole("region", { name: "Quiz", exact: true }),
  ).toBeVisible();
  await accessible(page);

  const other = await browser.newPage({ baseURL: school.url, locale: "fr-FR" });
  await enter(other, teacher);
  await other.goto(`/dashboard/classes/${session.courseId}`);
  const button = other.getByRole("button", { name: `Tests de niveau : ${name}` });
  await button.press("Enter");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(other.getByText(/^B1, probable à 82\s%$/)).toBeVisible();
  await expect(other.getByRole("region", { name: "Quiz" })).toHaveCount(0);
  await accessible(other);
  await other.close();
});

test.describe("when the figures cannot be read", () => {
  test.use({ expectedFailures: [/^500 GET \/api\/tests\/it\/statistics/] });

  test("that is said in their place, and the questions are there", async ({ page, school }) => {
    const failure = { status: 500, json: { status: 500, code: "internal", message: "" } };
    let broken = true;
    await page.route("**/api/tests/it/statistics", (route) =>
      broken ? route.fulfill(failure) : route.continue(),
    );
    await openAsEditor(page, school, STATISTICS);
    await expect(page.getByRole("alert")).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(fact(page, "Dernier calcul")).toBeVisible();
  });
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await seed(school);
  await enter(page, await new Caller(school.url).signIn("editor@preau.test", password));
  await accessibleEverywhere(page, `/dashboard/${STATISTICS}`, async () => {
    await expect(rowsOf(page).first()).toBeVisible();
  });
});
