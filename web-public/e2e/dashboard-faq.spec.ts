// The FAQ as staff keeps it: written once beside its preview, put in order, changed against somebody else's change, deleted.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const LIST = "/dashboard/faq/list";
const CATEGORY = "NIVEAU_TEST";

async function editor(page: Page, school: School): Promise<Caller> {
  const caller = await new Caller(school.url).signIn("editor@preau.test", password);
  await enter(page, caller);
  return caller;
}

type Entry = { id: number; question: string; answer: string; version: number };

const entriesOf = (caller: Caller): Promise<Entry[]> =>
  caller.ok("GET", `/faq/category/${CATEGORY}`);

const answer = (page: Page) => page.getByRole("textbox", { name: "Réponse" });
const save = (page: Page) => page.getByRole("button", { name: "Enregistrer" });

test("a question is written beside its preview, once, and the public reads it", async ({
  page,
  school,
}) => {
  const caller = await editor(page, school);
  const before = await entriesOf(caller);
  await page.goto(`${LIST}?category=${CATEGORY}`);
  await page.getByRole("main").getByRole("link", { name: "Ajouter une question" }).click();
  await page.getByLabel("Question", { exact: true }).fill("Combien de temps dure un niveau ?");
  await answer(page).click();
  await page.keyboard.type("Soixante heures.");
  const preview = page.getByRole("region", { name: "Aperçu" });
  await expect(preview).toContainText("Combien de temps dure un niveau ?");
  await expect(preview).toContainText("Soixante heures.");
  await accessible(page);
  await save(page).dblclick();
  await expect(page).toHaveURL(/\/faq\/list\?category=NIVEAU_TEST$/);
  await expect(page.getByText("La question est enregistrée.")).toBeVisible();
  await expect(page.getByRole("listitem").last()).toContainText(
    "Combien de temps dure un niveau ?",
  );
  const after = await entriesOf(new Caller(school.url));
  expect(after).toHaveLength(before.length + 1);
  expect(after.at(-1)?.answer).toBe("<p>Soixante heures.</p>");
});

test("rows are put in order by arrows and by the keyboard on their handle", async ({
  page,
  school,
}) => {
  const caller = await editor(page, school);
  const [first, second, third] = await entriesOf(caller);
  await page.goto(`${LIST}?category=${CATEGORY}`);
  const names = page.getByRole("list", { name: "Le niveau et le test" }).getByRole("listitem");
  await page.setViewportSize({ width: 390, height: 844 });
  const arrow = await page
    .getByRole("button", { name: `Descendre : ${first?.question}` })
    .boundingBox();
  expect([arrow?.width, arrow?.height]).toEqual([44, 44]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const orderOnServer = async () => (await entriesOf(caller)).slice(0, 3).map(({ id }) => id);
  await page.getByRole("button", { name: `Descendre : ${first?.question}` }).click();
  await expect(names.first()).toContainText(second?.question ?? "");
  await expect.poll(orderOnServer).toEqual([second?.id, first?.id, third?.id]);

  const handle = page.getByRole("button", { name: `Déplacer : ${third?.question}` });
  await expect(handle).toBeEnabled();
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(/^Place 3 sur/)).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(/^Place 2 sur/)).toBeAttached();
  await page.keyboard.press("Space");
  await expect.poll(orderOnServer).toEqual([second?.id, third?.id, first?.id]);
  await expect(handle).toBeFocused();
  await page.reload();
  await expect(names.nth(1)).toContainText(third?.question ?? "");
});

test("a search looks through all categories; a question is deleted after a question", async ({
  page,
  school,
}) => {
  const caller = await editor(page, school);
  const [entry] = await entriesOf(caller);
  if (!entry) throw new Error("no entry");
  await page.goto(LIST);
  await page.getByRole("searchbox").fill(entry.question.toUpperCase());
  await expect(page.getByText("1 réponse trouvée")).toBeVisible();
  await expect(page.getByText("Le niveau et le test").last()).toBeVisible();
  await accessible(page);
  const remove = page.getByRole("button", { name: `Supprimer : ${entry.question}` });
  await remove.click();
  const dialog = page.getByRole("dialog", { name: "Supprimer cette question ?" });
  await expect(dialog).toContainText(entry.question);
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Supprimer la question" }).click();
  await expect(page.getByText("La question est supprimée.")).toBeVisible();
  await expect(page.getByText(/^Aucune question ne parle de/)).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  expect((await entriesOf(caller)).map(({ id }) => id)).not.toContain(entry.id);
});

test("leaving what is not saved is asked about", async ({ page, school }) => {
  const [entry] = await entriesOf(await editor(page, school));
  await page.goto(`/dashboard/faq/edit/${entry?.id}`);
  await page.getByLabel("Question", { exact: true }).fill("Une autre question ?");
  await page.getByRole("link", { name: "Messages" }).click();
  const dialog = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await dialog.getByRole("button", { name: "Rester ici" }).click();
  await expect(page.getByLabel("Question", { exact: true })).toHaveValue("Une autre question ?");
  await page.getByRole("link", { name: "Messages" }).click();
  await dialog.getByRole("button", { name: "Quitter sans enregistrer" }).click();
  await expect(page).toHaveURL(/\/messages$/);
});

test.describe("what the server refuses", () => {
  test.use({ expectedFailures: [/^(412|422|500) (POST|PUT|GET) \/api\/faq/] });

  test("is said at each field; somebody else’s change is chosen from", async ({ page, school }) => {
    const caller = await editor(page, school);
    await page.goto("/dashboard/faq/add");
    await save(page).click();
    await expect(page.getByText("Échec de la création.")).toBeVisible();
    await expect(page.getByText("Ce champ est requis", { exact: true })).toHaveCount(3);
    await accessible(page);

    const [entry] = await entriesOf(caller);
    await page.goto(`/dashboard/faq/edit/${entry?.id}`);
    const question = page.getByLabel("Question", { exact: true });
    await question.fill("La mienne ?");
    await caller.ok("PUT", `/faq/${entry?.id}`, { question: "La leur ?", lang: "en" });
    await save(page).click();
    const dialog = page.getByRole("dialog", { name: /^Modifié par quelqu’un d’autre/ });
    await accessible(page);
    await dialog.getByRole("radio", { name: /La mienne/ }).click();
    await dialog.getByRole("button", { name: "Reprendre dans le formulaire" }).click();
    await expect(question).toHaveValue("La mienne ?");
    await save(page).click();
    await expect(page).toHaveURL(/\/faq\/list/);
    const now = (await entriesOf(caller)).find(({ id }) => id === entry?.id);
    expect(now).toMatchObject({ question: "La mienne ?", lang: "en" });
  });

  test("a question is translated under its language, corrected there, and read by visitors of that language", async ({
    page,
    school,
  }) => {
    const caller = await editor(page, school);
    const [entry] = await entriesOf(caller);
    await page.goto(`/dashboard/faq/edit/${entry?.id}`);
    const tab = (name: RegExp) => page.getByRole("tab", { name });
    const question = page.getByLabel("Question", { exact: true });
    await tab(/^Français/).focus();
    await page.keyboard.press("ArrowRight");
    await expect(tab(/^English/)).toHaveAttribute("aria-selected", "true");
    await expect(page.getByText(/^Pas encore traduit/)).toBeVisible();
    await page.getByRole("button", { name: "Traduire" }).click();
    await question.fill("How do I find my level?");
    await tab(/^Français/).click();
    await expect(question).toHaveValue(entry?.question ?? "");
    await save(page).click();
    await expect(tab(/^English \(à corriger\)/)).toHaveAttribute("aria-selected", "true");
    await expect(answer(page)).toBeFocused();
    await page.keyboard.type("Take the test.");
    await expect(page.getByRole("region", { name: "Aperçu" })).toContainText("Take the test.");
    await accessible(page);
    await save(page).click();
    const rows = page.getByRole("list", { name: "Le niveau et le test" }).getByRole("listitem");
    await expect(rows.first()).toContainText("Aussi : English");
    const english = async () => {
      const path = `/faq/category/${CATEGORY}?lang=en`;
      return (await new Caller(school.url).ok("GET", path))[0];
    };
    expect(await english()).toMatchObject({
      question: "How do I find my level?",
      answer: "<p>Take the test.</p>",
      lang: "en",
    });

    await page.goto(`/dashboard/faq/edit/${entry?.id}`);
    await tab(/^English \(traduit\)/).click();
    await page.getByRole("button", { name: "Supprimer cette traduction" }).click();
    await save(page).click();
    await expect(page).toHaveURL(/\/faq\/list/);
    expect(await english()).toMatchObject({ question: entry?.question, lang: null });
  });

  test("an order that fails goes back; a list that fails offers to try again", async ({
    page,
    school,
  }) => {
    const [first] = await entriesOf(await editor(page, school));
    const failure = { status: 500, json: { status: 500, code: "internal", message: "" } };
    await page.route("**/api/faq/category/*/order", (route) => route.fulfill(failure));
    await page.goto(`${LIST}?category=${CATEGORY}`);
    await page.getByRole("button", { name: `Descendre : ${first?.question}` }).click();
    await expect(page.getByText("L’ordre n’a pas été enregistré.", { exact: false })).toBeVisible();
    const list = page.getByRole("list", { name: "Le niveau et le test" });
    await expect(list.getByRole("listitem").first()).toContainText(first?.question ?? "");

    let broken = true;
    await page.route("**/api/faq", (route) => (broken ? route.fulfill(failure) : route.continue()));
    await page.reload();
    await expect(page.getByRole("alert").filter({ hasText: "Une erreur" })).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(list).toBeVisible();
  });
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  const [entry] = await entriesOf(await editor(page, school));
  for (const path of [LIST, `/dashboard/faq/edit/${entry?.id}`]) {
    await accessibleEverywhere(page, path, async () => {
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(page.getByRole("main").getByRole("button").first()).toBeVisible();
    });
  }
});
