// The form of a course: its rules, its price, one course from nothing to its first learner.
import {
  addModule,
  dayIn,
  fillCourse,
  idOf,
  openAsEditor,
  rowOf,
  signOut,
} from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import {
  booker,
  choosePassword,
  chooseTwoItalianModules,
  enrolled,
  fillPerson,
  pay,
  person,
  sees,
  toPayment,
} from "./support/visitor.ts";

const COURSE = "Lire le journal ensemble";
const TITLE = "Titre du cours";

test("an empty form says what each field wants, and each line of the summary leads there", async ({
  page,
  school,
}) => {
  await openAsEditor(page, school, "course/add");
  await expect(page.getByLabel("Date de début")).toHaveValue(dayIn(0));
  await expect(page.getByLabel("Durée en heures")).toHaveValue("1");
  await expect(page.getByText("0 €", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Ajouter un objectif" }).click();
  await page.getByRole("button", { name: "Ajouter un prérequis" }).click();
  await page.getByRole("button", { name: "Ajouter un module" }).click();
  await page.getByLabel("Date de début").fill("");
  await page.getByLabel("Durée en heures").fill("0");
  await page.getByRole("button", { name: "Créer le cours" }).click();

  const summary = page.getByRole("region", { name: "12 points à corriger" });
  await expect(summary).toBeFocused();
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(13);
  for (const text of [
    "Veuillez sélectionner un type",
    "La date de début est requise",
    "La date de fin doit être postérieure à la date de début.",
    "Minimum 1 heure",
  ])
    await expect(page.getByText(text, { exact: true })).toHaveCount(2);
  await expect(page.getByText("Ce champ est requis", { exact: true })).toHaveCount(14);
  await expect(page.getByText("Le titre est requis")).toHaveCount(1);
  await expect(page.getByText("Le prix est requis")).toHaveCount(1);
  await expect(summary).toContainText("Certains modules ont des erreurs (titre et prix requis)");
  await accessible(page);

  await summary.getByRole("button", { name: "Modules" }).click();
  await expect(page.getByLabel("Titre du module 1")).toBeFocused();
  await summary.getByRole("button", { name: TITLE }).click();
  await page.keyboard.type("Il");
  await expect(page.getByText("Minimum 3 caractères requis")).toHaveCount(2);
  await page.keyboard.type("!");
  await expect(page.getByRole("region", { name: "11 points à corriger" })).toBeVisible();
  await page.getByLabel("Description courte").fill("Trop court");
  await page.getByLabel("Description courte").fill("Trop bref");
  await expect(page.getByText("Minimum 10 caractères requis")).toHaveCount(2);
  await page.getByLabel("Prix du module 1").fill("-3");
  await expect(page.getByText("Le prix est requis")).toHaveCount(1);
  await page.getByLabel("Date de début").fill(dayIn(10));
  await page.getByLabel("Date de fin").fill("");
  await expect(page.getByText("La date de fin est requise")).toHaveCount(2);
  await page.getByLabel("Date de fin").fill(dayIn(10));
  await expect(
    page.getByText("La date de fin doit être postérieure à la date de début."),
  ).toHaveCount(2);
});

test("a field says what is wrong as soon as it is left; on a phone the bar says how much", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAsEditor(page, school, "course/add");
  await page.getByLabel(TITLE).fill("Il");
  await expect(page.getByText("Minimum 3 caractères requis")).toHaveCount(0);
  await page.getByLabel(TITLE).blur();
  await expect(page.getByText("Minimum 3 caractères requis")).toBeVisible();
  await page.getByRole("button", { name: "Créer le cours" }).click();
  const summary = page.getByRole("region", { name: "6 points à corriger" });
  await expect(summary).toBeFocused();
  await page.getByLabel("Date de fin").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "6 points à corriger" }).click();
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
  await accessible(page);
});

test("the price follows its modules after a moment; sent before that, it is refused", async ({
  page,
  school,
}) => {
  await page.clock.install();
  const editor = await openAsEditor(page, school, "course/list");
  const id = await idOf(editor, COURSE);
  await page.goto(`/dashboard/course/edit/${id}`);
  const total = page.getByRole("status", { name: "Prix du cours" });
  await expect(total).toHaveText("208 €");
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel("Prix du module 1").fill("60,25");
  await page.getByLabel("Prix du module 1").press("Enter");
  const mismatch = page.getByText(
    "Le prix total ne correspond pas à la somme des prix des modules. Veuillez vérifier.",
  );
  await expect(mismatch).toBeVisible();
  await expect(total).toHaveText("208 €");
  await page.clock.runFor(300);
  await expect(total).toHaveText("216,25 €");
  // At once when a module comes or goes.
  await addModule(page, 5, "Publier", "10");
  await expect(mismatch).toHaveCount(0);
  await page.getByRole("button", { name: "Retirer le module 5" }).click();
  await expect(total).toHaveText("216,25 €");
  await page.clock.resume();
  await page.getByRole("button", { name: "Mettre à jour" }).click();
  await expect(page.getByText("Cours mis à jour avec succès")).toBeVisible();
  expect((await editor.ok("GET", `/courses/admin/${id}`)).price).toBe(216.25);
});

test("a course made from nothing is published, found and booked", async ({ page, school }) => {
  test.slow();
  const name = "Caffè e chiacchiere";
  await openAsEditor(page, school, "course/list");
  await page.getByRole("link", { name: "Créer un nouveau cours" }).click();
  await fillCourse(page, name);
  await expect(page.getByRole("status", { name: "Prix du cours" })).toHaveText("135,50 €");
  await expect(page.getByLabel("Nombre de places")).toHaveValue("10");
  await page.getByRole("button", { name: "Aperçu" }).click();
  const preview = page.getByRole("dialog", { name: "Aperçu" });
  for (const text of [name, "Commander un café", "Al mercato", "Salle Cézanne", "On goûte"])
    await expect(preview).toContainText(text);
  await accessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Créer le cours" }).dblclick();
  await expect(page.getByText("Cours créé avec succès")).toBeVisible();
  await expect(page).toHaveURL(/course\/modules\/\d+$/);
  await page.getByRole("main").getByRole("link", { name: "Liste des cours" }).click();
  await page.getByRole("searchbox").fill(name);
  await expect(rowOf(page, name)).toHaveCount(1);
  await page.getByRole("button", { name: `Publier « ${name} »` }).click();
  await page.getByRole("button", { name: "Publier quand même" }).click();
  await expect(page.getByText(`« ${name} » est publié.`)).toBeVisible();
  await signOut(page);

  const modules = await chooseTwoItalianModules(page, name);
  expect(modules).toEqual(["Al bar", "Al mercato"]);
  await fillPerson(booker(page), person("Jeanne", "jeanne.morel@exemple.test"));
  await page.getByRole("radio", { name: "Pour moi-même" }).click();
  await choosePassword(page);
  await toPayment(page);
  await pay(page, "4242 4242 4242 4242");
  await enrolled(page);
  await sees(page, name, modules);
});

test("lines and modules are written and put in order without a mouse", async ({ page, school }) => {
  const editor = await openAsEditor(page, school, "course/list");
  const id = await idOf(editor, COURSE);
  await page.goto(`/dashboard/course/edit/${id}`);
  await page.getByLabel("Objectif 1", { exact: true }).press("Enter");
  await expect(page.getByLabel("Objectif 2", { exact: true })).toBeFocused();
  await page.keyboard.type("Résumer en trois phrases");
  await page.getByRole("button", { name: "Descendre : Lire vite" }).press("Enter");
  await expect(page.getByLabel("Titre du module 2")).toHaveValue("Lire vite");
  await page.getByRole("button", { name: "Mettre à jour" }).click();
  await expect(page.getByText("Cours mis à jour avec succès")).toBeVisible();
  const saved = await editor.ok("GET", `/courses/admin/${id}`);
  expect(saved.objectives[1].description).toBe("Résumer en trois phrases");
  expect(saved.modules[1].title).toBe("Lire vite");
});

test("whoever leaves with something unsaved is asked first; a reset asks too", async ({
  page,
  school,
}) => {
  await openAsEditor(page, school, "course/add");
  await page.getByLabel(TITLE).fill("Un cours à moitié");
  await page.getByRole("main").getByRole("link", { name: "Liste des cours" }).click();
  const guard = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await accessible(page);
  await guard.getByRole("button", { name: "Rester ici" }).click();
  await expect(page.getByLabel(TITLE)).toHaveValue("Un cours à moitié");
  await page.getByRole("button", { name: "Réinitialiser" }).click();
  const reset = page.getByRole("dialog", { name: "Réinitialiser le formulaire ?" });
  await reset.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByLabel(TITLE)).toHaveValue("Un cours à moitié");
  await page.getByRole("button", { name: "Réinitialiser" }).click();
  await reset.getByRole("button", { name: "Réinitialiser" }).click();
  await expect(page.getByLabel(TITLE)).toHaveValue("");
  await page.getByLabel(TITLE).fill("Encore");
  await page.getByRole("main").getByRole("link", { name: "Liste des cours" }).click();
  await guard.getByRole("button", { name: "Quitter sans enregistrer" }).click();
  await expect(page).toHaveURL(/course\/list$/);
});
