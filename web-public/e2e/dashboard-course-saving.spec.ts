// Saving a course: two editors at once, a server that fails or refuses.
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { addModule, choose, fillCourse, idOf, openAsEditor } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";

const COURSE = "Lire le journal ensemble";
const TITLE = "Titre du cours";

test.describe("two editors on one course", () => {
  test.use({ expectedFailures: [/^412 PUT \/api\/courses\/admin\/\d+$/] });

  test("the second chooses where both wrote, and loses nothing", async ({ page, school }) => {
    const editor = await openAsEditor(page, school, "course/list");
    const id = await idOf(editor, COURSE);
    await page.goto(`/dashboard/course/edit/${id}`);
    await page.getByLabel(TITLE).fill("Lire la presse ensemble");
    await page.getByLabel("Durée en heures").fill("30");
    await page.getByLabel("Titre du module 2").fill("Entre les lignes");
    await addModule(page, 5, "Publier", "12");
    await expect(page.getByRole("status", { name: "Prix du cours" })).toHaveText(/^220\s€$/);

    const other = await new Caller(school.url).signIn("admin@preau.test", password);
    const { version, modules } = await other.ok("GET", `/courses/admin/${id}`);
    const changed = modules.map((module: { title: string; price: number }) =>
      module.title === "Lire vite" ? { ...module, title: "Survoler" } : module,
    );
    const saved = await other.call(
      "PUT",
      `/courses/admin/${id}`,
      { name: "La presse du samedi", location: "Salle Zola", modules: changed },
      { "if-match": `"${version}"` },
    );
    expect(saved.status).toBe(200);

    await page.getByRole("button", { name: "Mettre à jour" }).click();
    const dialog = page.getByRole("dialog", { name: /^Modifié par quelqu’un d’autre/ });
    await expect(dialog.getByRole("radiogroup", { name: TITLE })).toBeVisible();
    await expect(dialog.getByRole("radiogroup")).toHaveCount(1);
    await expect(dialog).toContainText("La presse du samedi");
    await expect(dialog).toContainText(/Repris de l’autre version\s:.*Lieu/);
    await accessible(page);
    const back = dialog.getByRole("button", { name: "Reprendre dans le formulaire" });
    await expect(back).toBeDisabled();
    await dialog.getByRole("radio", { name: /Lire la presse ensemble/ }).click();
    await back.click();

    await expect(page.getByLabel(TITLE)).toHaveValue("Lire la presse ensemble");
    await expect(page.getByLabel("Lieu (facultatif)")).toHaveValue("Salle Zola");
    await expect(page.getByLabel("Titre du module 1")).toHaveValue("Survoler");
    await page.getByRole("button", { name: "Mettre à jour" }).click();
    await expect(page.getByText("Cours mis à jour avec succès")).toBeVisible();
    const last = await editor.ok("GET", `/courses/admin/${id}`);
    expect(last).toMatchObject({
      name: "Lire la presse ensemble",
      totalHours: 30,
      location: "Salle Zola",
    });
    expect(last.modules.map(({ title }: { title: string }) => title)).toEqual([
      "Survoler",
      "Entre les lignes",
      "Discuter",
      "Écrire",
      "Publier",
    ]);
  });
});

test.describe("when saving fails", () => {
  test.use({
    expectedFailures: [/^(500|422|409) (GET|PUT|POST) \/api\//],
  });
  const failure = { status: 500, json: { status: 500, code: "internal", message: "" } };

  test("nothing that was written is lost, and it is saved once", async ({ page, school }) => {
    const editor = await openAsEditor(page, school, "course/add");
    await fillCourse(page, "Un cours qui tient");
    let broken = true;
    await page.route("**/api/courses/admin", (route) =>
      broken ? route.fulfill(failure) : route.fallback(),
    );
    await page.getByRole("button", { name: "Créer le cours" }).click();
    await expect(
      page.getByText("Erreur : Une erreur est survenue. Veuillez réessayer."),
    ).toBeVisible();
    await expect(page.getByLabel(TITLE)).toHaveValue("Un cours qui tient");
    broken = false;
    await page.getByRole("button", { name: "Créer le cours" }).click();
    await expect(page.getByText("Cours créé avec succès")).toBeVisible();
    const courses = await editor.ok("GET", "/courses?q=qui%20tient");
    expect(courses).toHaveLength(1);
  });

  test("a fault of the server stands at its field", async ({ page, school }) => {
    await openAsEditor(page, school, "course/add");
    await fillCourse(page, "Un cours en ligne");
    await choose(page, "Type", "En ligne");
    await page.getByLabel(/^Lien de la classe/).fill("pas une adresse");
    await page.getByLabel("Titre du module 2").fill("x".repeat(201));
    await page.getByRole("button", { name: "Créer le cours" }).click();
    await expect(page.getByRole("region", { name: "2 points à corriger" })).toBeFocused();
    await expect(page.getByLabel(/^Lien de la classe/)).toHaveAttribute("aria-invalid", "true");
    await page.getByRole("button", { name: "Titre du module 2", exact: true }).click();
    await expect(page.getByLabel("Titre du module 2")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Al mercato");
    await expect(page.getByRole("region", { name: "1 point à corriger" })).toBeVisible();
  });

  test("what the form needs is asked for again", async ({ page, school }) => {
    let broken = true;
    await page.route("**/api/teachers", (route) =>
      broken ? route.fulfill(failure) : route.fallback(),
    );
    await openAsEditor(page, school, "course/add");
    await expect(page.getByText("Échec du chargement des données associées.")).toBeVisible({
      timeout: 15_000,
    });
    await accessible(page);
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByLabel(TITLE)).toBeVisible();
  });

  test("a module that was sold stays", async ({ page, school }) => {
    const editor = await openAsEditor(page, school, "course/list");
    const id = await idOf(editor, COURSE);
    await page.goto(`/dashboard/course/edit/${id}`);
    await page.getByLabel(TITLE).fill("Lire ensemble");
    await page.getByRole("button", { name: "Retirer le module 1" }).click();
    const asked = page.getByRole("dialog", { name: "Retirer ce module ?" });
    await accessible(page);
    await asked.getByRole("button", { name: "Retirer" }).click();
    await expect(page.getByLabel("Titre du module 4")).toHaveCount(0);
    await page.getByRole("button", { name: "Mettre à jour" }).click();
    const faults = page.getByRole("region", { name: "1 point à corriger" });
    await expect(faults).toBeFocused();
    await expect(faults).toContainText(/Le module «\s.+\s» a été vendu .* archiver le cours/);
    await expect(page.getByLabel("Titre du module 1")).toHaveValue("Lire vite");
    await expect(page.getByRole("status", { name: "Prix du cours" })).toHaveText("208 €");
    await expect(page.getByLabel(TITLE)).toHaveValue("Lire ensemble");
    await accessible(page);
    await faults.getByRole("button", { name: "Modules" }).click();
    await expect(page.getByRole("region", { name: "Modules", exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Mettre à jour" }).click();
    await expect(page.getByText("Cours mis à jour avec succès")).toBeVisible();
    const { name, modules } = await editor.ok("GET", `/courses/admin/${id}`);
    expect(name).toBe("Lire ensemble");
    expect(modules.map(({ title }: { title: string }) => title)).toEqual([
      "Lire vite",
      "Lire entre les lignes",
      "Discuter",
      "Écrire",
    ]);
  });
});
