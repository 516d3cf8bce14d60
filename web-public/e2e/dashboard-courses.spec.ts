// The list of courses in the dashboard: found, put in order, turned; published, archived, duplicated, deleted.
import type { Page } from "@playwright/test";
import { tabTo } from "./support/keyboard.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { act, choose, openAsEditor, rowOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";

const LIST = "course/list";
const DRAFT = "Job interview, se présenter en anglais";
const PUBLISHED = "Lire le journal ensemble";
const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
const firstNames = async (page: Page) => {
  const names = await rows(page)
    .getByRole("link", { name: /^(?!Modifier|Gérer)/ })
    .allInnerTexts();
  return names.map((name) => name.trim());
};

test("courses stand ten to a page, and a filter leads to the first one", async ({
  page,
  school,
}) => {
  const editor = await openAsEditor(page, school, LIST);
  const courses: { name: string; status: string; type: string }[] = await editor.ok(
    "GET",
    "/courses",
  );
  const published = courses.filter(({ status }) => status === "PUBLISHED").length;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Liste des cours");
  await expect(page.getByRole("main")).toContainText(
    `${courses.length} cours, dont ${published} publiés`,
  );
  await expect(rows(page)).toHaveCount(10);
  await accessible(page);
  const pages = page.getByRole("navigation", { name: "Pages" });
  const last = Math.ceil(courses.length / 10);
  await expect(pages.getByRole("button", { name: "Retour" })).toBeDisabled();
  await pages.getByRole("button", { name: `Page ${last}` }).click();
  await expect(page).toHaveURL(new RegExp(`page=${last}`));
  await expect(pages.getByRole("button", { name: "Suivant" })).toBeDisabled();
  await expect(pages.locator("[aria-current=page]")).toHaveText(String(last));

  await choose(page, "Type", "En ligne");
  await expect(page).toHaveURL(/type=ONLINE$/);
  await expect(pages.locator("[aria-current=page]")).toHaveText("1");
  await choose(page, "Langue", "Anglais");
  await choose(page, "Statut", "Brouillons");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(DRAFT);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Réinitialiser" }).click();
  await expect(page).toHaveURL(/course\/list$/);
  await expect(rows(page)).toHaveCount(10);
});

test("a search takes a part of the name in any case; what finds nothing says so", async ({
  page,
  school,
}) => {
  await openAsEditor(page, school, `${LIST}?page=2`);
  const search = page.getByRole("searchbox", { name: "Rechercher des cours..." });
  await search.fill("JOURNAL ens");
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/list\?q=JOURNAL\+ens$/);
  await expect(rows(page)).toContainText(PUBLISHED);
  await search.fill("rien de tel");
  await expect(page.getByText("Aucun cours ne correspond à vos critères.")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Réinitialiser" }).click();
  await expect(search).toHaveValue("");
  await expect(rows(page)).toHaveCount(10);
});

test("headers put courses in order, without a mouse too, and the address keeps it", async ({
  page,
  school,
}) => {
  await openAsEditor(page, school, LIST);
  const header = (name: string) => page.getByRole("columnheader", { name });
  await expect(header("Titre")).toHaveAttribute("aria-sort", "ascending");
  await tabTo(page, /^Prix$/);
  await page.keyboard.press("Enter");
  await expect(header("Prix")).toHaveAttribute("aria-sort", "ascending");
  await expect(rows(page).first()).toContainText("Gratuit");
  await page.keyboard.press("Enter");
  await expect(header("Prix")).toHaveAttribute("aria-sort", "descending");
  await expect(rows(page).first()).not.toContainText("Gratuit");
  const dearest = await firstNames(page);
  await page.reload();
  await expect.poll(() => firstNames(page)).toEqual(dearest);
  await header("Langue").getByRole("button").press("Enter");
  await expect(header("Langue")).toHaveAttribute("aria-sort", "ascending");
  await expect(rows(page).first()).toContainText("Anglais");
});

test("a draft is published, withdrawn, archived and restored", async ({ page, school }) => {
  const editor = await openAsEditor(page, school, LIST);
  await choose(page, "Statut", "Brouillons");
  await page.getByRole("button", { name: `Publier « ${DRAFT} »` }).click();
  await expect(page.getByText(`« ${DRAFT} » est publié.`)).toBeVisible();
  await expect(rowOf(page, DRAFT)).toHaveCount(0);
  await choose(page, "Statut", "Publiés");
  await page.getByRole("searchbox").fill("job interview");
  await act(rowOf(page, DRAFT), `Dépublier « ${DRAFT} »`);
  await expect(page.getByText(`« ${DRAFT} » est redevenu un brouillon.`)).toBeVisible();
  await choose(page, "Statut", "Tous les statuts");
  await page.getByRole("button", { name: `Autres actions pour « ${DRAFT} »` }).click();
  await accessible(page);
  await page.getByRole("menuitem", { name: "Archiver" }).click();
  await expect(rowOf(page, DRAFT)).toContainText("Archivé");
  await page.getByRole("button", { name: `Restaurer « ${DRAFT} »` }).click();
  await expect(rowOf(page, DRAFT)).toContainText("Brouillon");
  const [course] = await editor.ok("GET", "/courses?q=Job%20interview");
  expect(course.status).toBe("DRAFT");
});

test("a published course opens on the site, a draft in a preview", async ({ page, school }) => {
  await openAsEditor(page, school, `${LIST}?q=journal`);
  await page.getByRole("button", { name: /^Autres actions/ }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("menuitem", { name: "Voir sur le site" }).click();
  await expect((await opened).getByRole("heading", { level: 1 })).toHaveText(PUBLISHED);

  await page.goto(`/dashboard/${LIST}?q=job`);
  await page.getByRole("button", { name: /^Autres actions/ }).click();
  await page.getByRole("menuitem", { name: "Aperçu" }).click();
  const preview = page.getByRole("dialog", { name: "Aperçu" });
  await expect(preview.getByRole("heading", { name: DRAFT })).toBeVisible();
  await expect(preview).toContainText("Infos pratiques");
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
});

test.describe("what the server refuses", () => {
  test.use({
    expectedFailures: [/^(409 DELETE|409 PATCH|422 PATCH|500 GET|500 DELETE) \/api\/courses/],
  });
  const failure = { status: 500, json: { status: 500, code: "internal", message: "" } };

  test("a course that was reserved stays, and is archived instead", async ({ page, school }) => {
    await openAsEditor(page, school, `${LIST}?q=journal`);
    await act(rowOf(page, PUBLISHED), `Supprimer « ${PUBLISHED} »`);
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Voulez-vous vraiment supprimer ce cours ?");
    await accessible(page);
    await dialog.getByRole("button", { name: "Annuler" }).click();
    await expect(rowOf(page, PUBLISHED)).toBeVisible();
    await act(rowOf(page, PUBLISHED), `Supprimer « ${PUBLISHED} »`);
    await dialog.getByRole("button", { name: "Supprimer" }).click();
    await expect(dialog).toContainText(/archiver/);
    await accessible(page);
    await dialog.getByRole("button", { name: "Archiver" }).click();
    await expect(page.getByText(/^Ce cours a des élèves et des séances à venir/)).toBeVisible();
    school.sql("UPDATE class_sessions SET status = 'CANCELLED' WHERE status = 'PLANNED'");
    await dialog.getByRole("button", { name: "Archiver" }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, PUBLISHED)).toContainText("Archivé");
  });

  test("a copy is a draft of its own, and may be deleted; a deletion that fails says so", async ({
    page,
    school,
  }) => {
    await openAsEditor(page, school, `${LIST}?q=journal`);
    await page.getByRole("button", { name: /^Autres actions/ }).click();
    await page.getByRole("menuitem", { name: "Dupliquer" }).click();
    await expect(page.getByLabel("Titre du cours")).toHaveValue(`${PUBLISHED} (copie)`);
    await expect(page.getByLabel("Titre du module 4")).toHaveValue("Écrire");
    await page.getByRole("main").getByRole("link", { name: "Liste des cours" }).click();
    const copy = rowOf(page, `${PUBLISHED} (copie)`);
    await page.getByRole("searchbox").fill("copie");
    await expect(copy).toContainText("Brouillon");
    await act(copy, /^Supprimer/);
    let broken = true;
    await page.route("**/api/courses/admin/*", (route) =>
      broken && route.request().method() === "DELETE" ? route.fulfill(failure) : route.fallback(),
    );
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Supprimer" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Échec de la suppression du cours");
    broken = false;
    await dialog.getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByText("Cours supprimé avec succès")).toBeVisible();
    await expect(copy).toHaveCount(0);
  });

  test("a draft that lacks something says what, and leads there", async ({ page, school }) => {
    const editor = await openAsEditor(page, school, LIST);
    const { languageId, levelId, teacherId } = (await editor.ok("GET", "/courses"))[0];
    await editor.ok("POST", "/courses/admin", {
      name: "Cours sans module",
      description: "Un cours auquel il manque tout.",
      type: "ONLINE",
      totalHours: 1,
      price: 0,
      startDate: "2027-01-04",
      endDate: "2027-04-05",
      languageId,
      levelId,
      teacherId,
    });
    await page.goto(`/dashboard/${LIST}?q=sans module`);
    await page.getByRole("button", { name: /^Publier/ }).click();
    const dialog = page.getByRole("dialog", { name: "Ce cours ne peut pas encore être publié" });
    await expect(dialog).toContainText("Au moins un module est nécessaire pour publier le cours.");
    await accessible(page);
    await dialog.getByRole("link", { name: /^Au moins un module/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Modifier le cours");
    await expect(page).toHaveURL(/course\/edit\/\d+#modules$/);
    await expect(page.getByRole("region", { name: "Modules", exact: true })).toBeFocused();
  });

  test("a list that does not come offers to try again", async ({ page, school }) => {
    let broken = true;
    await page.route("**/api/courses", (route) =>
      broken ? route.fulfill(failure) : route.fallback(),
    );
    await openAsEditor(page, school, LIST);
    await expect(page.getByRole("alert")).toBeVisible({ timeout: 15_000 });
    await accessible(page);
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(rows(page)).toHaveCount(10);
  });
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await openAsEditor(page, school, LIST);
  for (const path of [LIST, "course/add"]) {
    await accessibleEverywhere(page, `/dashboard/${path}`, async () => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    });
  }
});
