// The journal: what staff did in sentences, narrowed by the address, compared field by field.
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const ADMIN = "admin@preau.test";
const EDITOR = "editor@preau.test";

const FAQ = { category: "AUTRES_DEMANDES", question: "Où se garer ?", answer: "<p>Devant.</p>" };

test("a change is told in a sentence and compared field by field", async ({ page, school }) => {
  const editor = await new Caller(school.url).signIn(EDITOR, password);
  const { id } = await editor.ok("POST", "/faq", FAQ);
  await editor.ok("PUT", `/faq/${id}`, { answer: "<p>Dans la <strong>cour</strong>.</p>" });
  await enter(page, editor);
  await page.goto("/dashboard/accueil");
  await page.getByRole("link", { name: "Journal", exact: true }).click();
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("Paul Vidal");
  await expect(row).toContainText("Rédaction");
  await expect(row).toContainText("a modifié la question « Où se garer ? »");
  await expect(row.getByRole("link")).toHaveAttribute("href", `/dashboard/faq/edit/${id}`);
  await accessible(page);
  const compare = row.getByRole("button", { name: /^Comparer avant et après/ });
  await compare.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("term")).toHaveText(["Réponse"]);
  await expect(dialog.getByRole("definition").first()).toContainText("Devant.");
  await expect(dialog.getByRole("definition").nth(1).locator("strong")).toHaveText("cour");
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(compare).toBeFocused();
});

test("kind, person and period narrow the journal, and the address keeps them", async ({
  page,
  school,
}) => {
  await enter(page, await new Caller(school.url).signIn(ADMIN, password));
  await page.goto("/dashboard/audit");
  const rows = page.locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(20);
  await page.getByRole("button", { name: "Suivant" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole("combobox", { name: "Quoi" }).click();
  await page.getByRole("option", { name: "Commentaires", exact: true }).click();
  await expect(page).toHaveURL(/\?kind=comment$/);
  await expect(rows.filter({ hasNotText: "commentaire" })).toHaveCount(0);
  await expect(rows.filter({ hasText: "commentaire" })).not.toHaveCount(0);
  await page.getByRole("combobox", { name: "Qui" }).click();
  await page.getByRole("option", { name: "Hélène Castagne" }).click();
  await expect(rows.filter({ hasText: "Hélène Castagne" })).not.toHaveCount(0);
  await expect(rows.filter({ hasText: "Paul Vidal" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Quoi" })).toHaveValue("Commentaires");
  await expect(page.getByRole("combobox", { name: "Qui" })).toHaveValue("Hélène Castagne");
  await expect(rows.filter({ hasText: "Paul Vidal" })).toHaveCount(0);
  await page.getByLabel("Du", { exact: true }).fill("01/01/2031");
  await expect(page.getByText("Rien ne correspond à ces critères.")).toBeVisible();
  await page.getByLabel("Au", { exact: true }).fill("01/01/2030");
  await expect(
    page.getByText("La date de fin doit être postérieure à la date de début."),
  ).toBeVisible();
  await page.getByLabel("Au", { exact: true }).fill("demain");
  await expect(page.getByText("Cette date n’est pas valide.")).toBeVisible();
  await page.getByRole("button", { name: "Réinitialiser" }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(rows).toHaveCount(20);
});

test("an editor reads about content alone", async ({ page, school }) => {
  const editor = await new Caller(school.url).signIn(EDITOR, password);
  await enter(page, editor);
  await page.goto("/dashboard/audit");
  await expect(page.locator("tbody").getByRole("row").first()).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Qui" })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Quoi" }).click();
  await expect(page.getByRole("option", { name: "Cours", exact: true })).toBeVisible();
  await expect(page.getByRole("option", { name: "Inscriptions" })).toHaveCount(0);
  expect((await editor.ok("GET", "/audit?entity=subscription")).total).toBe(0);
});

test.describe("when the server fails", () => {
  test.use({ expectedFailures: [/^500 GET \/api\/audit/] });

  test("the journal says so and is tried again", async ({ page, school }) => {
    await enter(page, await new Caller(school.url).signIn(EDITOR, password));
    let broken = true;
    await page.route("**/api/audit?*", (route) =>
      broken
        ? route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } })
        : route.continue(),
    );
    await page.goto("/dashboard/audit");
    await expect(page.getByRole("alert")).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.locator("tbody").getByRole("row").first()).toBeVisible();
  });
});

test("on a phone a change stands one above the other", async ({ page, school }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, await new Caller(school.url).signIn(ADMIN, password));
  await page.goto("/dashboard/audit?kind=lesson");
  await page
    .getByRole("button", { name: /^Comparer avant et après/ })
    .first()
    .click();
  const sides = page.getByRole("dialog").getByRole("definition");
  const [before, after] = [await sides.nth(0).boundingBox(), await sides.nth(1).boundingBox()];
  expect(after?.x).toBe(before?.x);
  await accessible(page);
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(ADMIN, password));
  await accessibleEverywhere(page, "/dashboard/audit", async () => {
    await expect(rowsOf(page).first()).toBeVisible();
  });
});
