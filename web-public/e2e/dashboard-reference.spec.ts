// What courses are made of, as an editor keeps it: languages, levels, teachers.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { act, moreOf, rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const EDITOR = "editor@preau.test";

async function open(page: Page, url: string, tab = ""): Promise<Caller> {
  const editor = await new Caller(url).signIn(EDITOR, password);
  await enter(page, editor);
  await page.goto(`/dashboard/course-metadata${tab && `?tab=${tab}`}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gestion des référentiels");
  await expect(page).toHaveTitle(/^Gestion des référentiels/);
  return editor;
}

test.use({
  expectedFailures: [/^(404|409|412|422) (POST|PUT|DELETE) \/api\/(languages|levels|teachers|faq)/],
});

const form = (page: Page) => page.getByRole("main").locator("form");
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("a language is added, changed and deleted; a form that is not filled in says so", async ({
  page,
  school,
}) => {
  await open(page, school.url);
  await expect(page.getByRole("row")).toHaveCount(5);
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(form(page).getByText("Ce champ est requis")).toHaveCount(5);
  await form(page).getByLabel("Nom en français").fill("Espagnol");
  await form(page).getByLabel("Code").fill("esp");
  for (const language of ["anglais", "italien", "chinois"])
    await form(page).getByLabel(`Nom en ${language}`).fill("Espagnol");
  await form(page).getByLabel("Drapeau").fill("javascript:alert(1)");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(form(page).getByText("Cette valeur n’est pas acceptée.")).toHaveCount(2);
  await accessible(page);
  await form(page).getByLabel("Code").fill(" FR ");
  await form(page).getByLabel("Drapeau").fill("/illustrations/platane.svg");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(form(page).getByText("Cette valeur est déjà prise.")).toBeVisible();
  await expect(form(page).getByLabel("Nom en français")).toHaveValue("Espagnol");
  await form(page).getByLabel("Code").fill("ES");
  await form(page).getByRole("button", { name: "Ajouter" }).dblclick();
  await expect(page.getByText("La langue a été ajoutée.")).toBeVisible();
  await expect(row(page, "Espagnol")).toHaveCount(1);
  await expect(row(page, "Espagnol")).toContainText("es");
  await expect(form(page).getByLabel("Nom en français")).toHaveValue("");

  await row(page, "Espagnol").getByRole("button", { name: "Modifier Espagnol" }).click();
  await expect(form(page).getByText("Modification", { exact: true })).toBeVisible();
  await expect(form(page).getByLabel("Nom en français")).toBeFocused();
  await form(page).getByRole("button", { name: "Annuler" }).click();
  await expect(form(page).getByText("Modification", { exact: true })).toHaveCount(0);
  await row(page, "Espagnol").getByRole("button", { name: "Modifier Espagnol" }).click();
  await form(page).getByLabel("Nom en français").fill("Castillan");
  await page.keyboard.press("Enter");
  await expect(page.getByText("La langue a été mise à jour.")).toBeVisible();
  const castilian = row(page, "Castillan");
  await act(castilian, "Supprimer Castillan");
  const ask = page.getByRole("dialog", { name: "Voulez-vous vraiment supprimer cette langue ?" });
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(moreOf(castilian)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toBeFocused();
  await page.keyboard.press("Enter");
  await ask.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText("La langue a été supprimée.")).toBeVisible();
  await expect(row(page, "Castillan")).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();
});

test("the usual names of a language are filled in with its code; its place and its word may be chosen", async ({
  page,
  school,
}) => {
  await open(page, school.url);
  await form(page).getByLabel("Code").fill("pt");
  await form(page).getByLabel("Code").blur();
  await expect(form(page).getByLabel("Nom en français")).toHaveValue("Portugais");
  await expect(form(page).getByLabel("Nom en anglais")).toHaveValue("Portuguese");
  await expect(form(page).getByLabel("Nom en italien")).toHaveValue("Portoghese");
  await expect(form(page).getByLabel("Nom en chinois")).toHaveValue("葡萄牙语");
  await form(page).getByLabel("Mot dans l’adresse").fill("anglais");
  await form(page).getByLabel("Place").fill("1");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(form(page).getByText("Cette valeur est déjà prise.")).toBeVisible();
  await form(page).getByLabel("Mot dans l’adresse").fill("");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(row(page, "Portugais")).toContainText("1");
  await accessible(page);
});

test("categories of the FAQ are added, renamed and deleted; one in use says by what", async ({
  page,
  school,
}) => {
  await open(page, school.url, "categories");
  await form(page).getByLabel("Nom").fill("Les tarifs réduits");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(page.getByText("La catégorie a été ajoutée.")).toBeVisible();
  await row(page, "Les tarifs réduits")
    .getByRole("button", { name: /^Modifier/ })
    .click();
  await form(page).getByLabel("Nom").fill("Payer moins");
  await form(page).getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("La catégorie a été mise à jour.")).toBeVisible();
  await accessible(page);
  await act(row(page, "Le niveau et le test"), /^Supprimer/);
  const ask = page.getByRole("dialog");
  await ask.getByRole("button", { name: "Supprimer" }).click();
  await expect(ask.getByText(/Encore utilisé par\s: \d+ questions/)).toBeVisible();
  await page.keyboard.press("Escape");
  await act(row(page, "Payer moins"), /^Supprimer/);
  await ask.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText("La catégorie a été supprimée.")).toBeVisible();
  await expect(row(page, "Payer moins")).toHaveCount(0);
});

test("levels have a rank of at least one", async ({ page, school }) => {
  await open(page, school.url);
  await page.getByRole("tab", { name: /Niveaux/ }).click();
  await expect(page).toHaveURL(/tab=levels$/);
  await expect(form(page).getByLabel("Rang")).toHaveValue("1");
  await form(page).getByLabel("Nom").fill("a1");
  await form(page).getByLabel("Rang").fill("0");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(form(page).getByText("La valeur minimale est 1.")).toBeVisible();
  await form(page).getByLabel("Rang").fill("7");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(form(page).getByText("Cette valeur est déjà prise.")).toBeVisible();
  await form(page).getByLabel("Nom").fill("C2+");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(page.getByText("Le niveau a été ajouté.")).toBeVisible();
  await expect(page.getByRole("row").last()).toContainText("C2+");
  await act(row(page, "C2+"), "Supprimer C2+");
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText("Le niveau a été supprimé.")).toBeVisible();
});

test("a teacher has an address and languages, and courses are found by the new name", async ({
  page,
  school,
}) => {
  await open(page, school.url, "teachers");
  await form(page).getByLabel("Prénom").fill("Carla");
  await form(page).getByLabel("Adresse e-mail").fill("carla@nulle part");
  await form(page).getByLabel("Années d’expérience").fill("-1");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(form(page).getByText("Ce champ est requis")).toHaveCount(1);
  await expect(form(page).getByText("Adresse email invalide.")).toBeVisible();
  await expect(form(page).getByText("La valeur minimale est 0.")).toBeVisible();
  await form(page).getByLabel("Nom", { exact: true }).fill("Bianchi");
  await form(page).getByLabel("Adresse e-mail").fill("carla@preau.test");
  await form(page).getByLabel("Années d’expérience").fill("3");
  await form(page).getByLabel("Italien").check();
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(page.getByText("Le professeur a été ajouté.")).toBeVisible();
  await expect(row(page, "Carla Bianchi")).toContainText("Italien");
  await expect(row(page, "Carla Bianchi")).toContainText("3 ans");

  const first = page.getByRole("row").nth(1);
  await first.getByRole("button", { name: /^Modifier/ }).click();
  await form(page).getByLabel("Nom", { exact: true }).fill("Zwyntabel");
  await form(page).getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le professeur a été mis à jour.")).toBeVisible();
  const found = await new Caller(school.url).ok("GET", "/courses?q=zwyntabel");
  expect(found.length).toBeGreaterThan(0);
  const shown = await new Caller(school.url).ok("GET", "/teachers");
  expect(JSON.stringify(shown)).not.toContain("@");
});

test.describe("what the server refuses", () => {
  test("what is in use stays, and the dialog says what uses it", async ({ page, school }) => {
    await open(page, school.url);
    await act(row(page, "Italien"), "Supprimer Italien");
    const ask = page.getByRole("dialog");
    await ask.getByRole("button", { name: "Supprimer" }).click();
    await expect(ask.getByRole("alert")).toContainText("Échec de la suppression de la langue.");
    await expect(ask.getByRole("alert")).toContainText(
      /Encore utilisé par\s: \d+ cours, \d+ questions du test de niveau et \d+ professeurs?\./,
    );
    await accessible(page);
    await ask.getByRole("button", { name: "Annuler" }).click();
    await expect(row(page, "Italien")).toHaveCount(1);
    await page.getByRole("tab", { name: /Niveaux/ }).click();
    await act(row(page, "A1"), "Supprimer A1");
    await ask.getByRole("button", { name: "Supprimer" }).click();
    await expect(ask.getByRole("alert")).toContainText(/Encore utilisé par\s: \d+ cours\./);
  });

  test("what somebody else changed meanwhile is not overwritten unasked, and what was typed stays", async ({
    page,
    school,
  }) => {
    const editor = await open(page, school.url, "levels");
    await row(page, "A1").getByRole("button", { name: "Modifier A1" }).click();
    const description = form(page).getByLabel("Description");
    await description.fill("Ma description.");
    const [level] = await editor.ok("GET", "/levels");
    await editor.ok("PUT", `/levels/${level.id}`, { description: "La leur." });
    await form(page).getByRole("button", { name: "Enregistrer" }).click();
    const dialog = page.getByRole("dialog", { name: /^Modifié par quelqu’un d’autre/ });
    await expect(dialog.getByRole("radiogroup", { name: "Description" })).toBeVisible();
    await accessible(page);
    await dialog.getByRole("button", { name: "Annuler" }).click();
    await expect(description).toHaveValue("Ma description.");
    await form(page).getByRole("button", { name: "Enregistrer" }).click();
    await dialog.getByRole("radio", { name: /La leur\./ }).click();
    await dialog.getByRole("button", { name: "Reprendre dans le formulaire" }).click();
    await expect(description).toHaveValue("La leur.");
    await description.fill("Ensemble.");
    await form(page).getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Le niveau a été mis à jour.")).toBeVisible();
    await expect(row(page, "Ensemble.")).toHaveCount(1);
  });

  test("what was deleted meanwhile may be made anew", async ({ page, school }) => {
    const editor = await open(page, school.url, "levels");
    const made = await editor.ok("POST", "/levels", { name: "D1", rank: 9 });
    await page.reload();
    await row(page, "D1").getByRole("button", { name: "Modifier D1" }).click();
    await form(page).getByLabel("Description").fill("Ma description.");
    await editor.ok("DELETE", `/levels/${made.id}`);
    await form(page).getByRole("button", { name: "Enregistrer" }).click();
    await expect(form(page).getByRole("button", { name: "Ajouter" })).toBeVisible();
    await form(page).getByRole("button", { name: "Ajouter" }).click();
    await expect(page.getByText("Le niveau a été ajouté.")).toBeVisible();
    await expect(row(page, "D1")).toContainText("Ma description.");
  });
});

test.describe("when nothing arrives", () => {
  test.use({
    expectedFailures: [/^500 (GET|POST|DELETE|PUT) \/api\/(languages|levels|teachers|faq)/],
  });

  test("each failure has its sentence, and a list offers to try again", async ({
    page,
    school,
  }) => {
    const failure = { status: 500, json: { status: 500, code: "internal", message: "" } };
    let broken = true;
    await page.route(/\/api\/teachers/, (route) =>
      broken ? route.fulfill(failure) : route.continue(),
    );
    await open(page, school.url, "teachers");
    await expect(page.getByText("Échec du chargement des données associées.")).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    broken = true;
    await act(page.getByRole("row").nth(1), /^Supprimer/);
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByText("Échec de la suppression du professeur.")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Annuler" }).click();
    await page
      .getByRole("row")
      .nth(1)
      .getByRole("button", { name: /^Modifier/ })
      .click();
    await form(page).getByLabel("Nom", { exact: true }).fill("Perdu");
    await form(page).getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Échec de la mise à jour du professeur.")).toBeVisible();
    await expect(form(page).getByLabel("Nom", { exact: true })).toHaveValue("Perdu");

    await page.getByRole("tab", { name: /Langues/ }).click();
    await page.getByRole("button", { name: "Rester ici" }).click();
    await expect(form(page).getByLabel("Nom", { exact: true })).toHaveValue("Perdu");
  });

  test("no rows is not a failure", async ({ page, school }) => {
    await page.route(/\/api\/(languages\/details|levels|teachers)/, (route) =>
      route.fulfill({ json: [] }),
    );
    await open(page, school.url);
    await expect(page.getByText("Aucune langue disponible.")).toBeVisible();
    await page.getByRole("tab", { name: /Niveaux/ }).click();
    await expect(page.getByText("Aucun niveau défini.")).toBeVisible();
    await page.getByRole("tab", { name: /Professeurs/ }).click();
    await expect(page.getByText("Aucun professeur disponible.")).toBeVisible();
  });
});

test("another row is not opened over what was typed without a question", async ({
  page,
  school,
}) => {
  await open(page, school.url, "levels");
  await form(page).getByLabel("Nom").fill("Presque");
  await row(page, "A1").getByRole("button", { name: "Modifier A1" }).click();
  const ask = page.getByRole("dialog", { name: "Abandonner la saisie ?" });
  await ask.getByRole("button", { name: "Annuler" }).click();
  await expect(form(page).getByLabel("Nom")).toHaveValue("Presque");
  await row(page, "A1").getByRole("button", { name: "Modifier A1" }).click();
  await ask.getByRole("button", { name: "Abandonner" }).click();
  await expect(form(page).getByLabel("Nom")).toHaveValue("A1");
  await expect(form(page).getByLabel("Nom")).toBeFocused();
});

test("on a phone the rows come first and the form is one press away", async ({ page, school }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, school.url, "teachers");
  await page.getByRole("button", { name: "Ajouter un professeur" }).click();
  await expect(form(page).getByLabel("Prénom")).toBeFocused();
  await accessible(page);
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(EDITOR, password));
  for (const tab of ["languages", "levels", "teachers"]) {
    await accessibleEverywhere(page, `/dashboard/course-metadata?tab=${tab}`, async () => {
      await expect(rowsOf(page).first()).toBeVisible();
    });
  }
});
