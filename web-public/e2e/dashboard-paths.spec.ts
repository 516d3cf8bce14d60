// The ways staff takes most: a course from its first words to the public, with as few presses as it needs; what is missing
// is told first, and what was done can be taken back.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { Effort } from "./support/clicks.ts";
import { openAsEditor, rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";

const NAME = "Café du mercredi";
const path = (page: Page) => page.getByRole("region", { name: "Jusqu’à la publication" });
/** A course with two modules, from the list of courses. */
async function createCourse(page: Page, effort: Effort): Promise<void> {
  await effort.click(page.getByRole("link", { name: "Créer un nouveau cours" }));
  await effort.fill(page.getByLabel("Titre du cours"), NAME);
  await effort.fill(
    page.getByLabel("Description courte"),
    "Une heure pour parler autour d’un café.",
  );
  await effort.choose(page, "Type", "En ligne");
  await effort.choose(page, "Langue", "Italien");
  await effort.choose(page, "Niveau", "A2");
  await effort.click(page.getByRole("combobox", { name: "Professeur" }));
  await effort.click(page.getByRole("option").first());
  await effort.fill(page.getByLabel("Durée en heures"), "20");
  for (const [place, title, price] of [
    [1, "Al bar", "60"],
    [2, "Al mercato", "75"],
  ] as const) {
    await effort.click(page.getByRole("button", { name: "Ajouter un module" }));
    await effort.fill(page.getByLabel(`Titre du module ${place}`), title);
    await effort.fill(page.getByLabel(`Prix du module ${place}`), price);
  }
  await expect(page.getByRole("status", { name: "Prix du cours" })).toHaveText("135 €");
  await effort.click(page.getByRole("button", { name: "Créer le cours" }));
}

/** Two lessons of the module whose tab is open, in the chapter that it suggests. */
async function writeLessons(
  page: Page,
  effort: Effort,
  module: string,
  titles: string[],
): Promise<void> {
  const panel = page.getByRole("tabpanel", { name: module });
  await effort.click(panel.getByRole("button", { name: "Ajouter le chapitre" }));
  const chapter = panel.getByRole("article").first();
  const title = chapter.getByRole("textbox", { name: "Titre", exact: true });
  await expect(title).toBeFocused();
  for (const name of titles) {
    await effort.fill(title, name);
    await effort.fill(chapter.getByRole("textbox", { name: "Contenu" }), `On lit « ${name} ».`);
    await effort.click(chapter.getByRole("button", { name: "Ajouter la leçon" }));
    await expect(chapter.getByRole("heading", { level: 5, name, exact: true })).toBeVisible();
    await expect(title).toHaveValue("");
  }
}

test("a course with two modules and four lessons is made and published in 21 presses and 16 fields at most", async ({
  page,
  school,
}) => {
  test.slow();
  const effort = new Effort();
  const editor = await openAsEditor(page, school, "course/list");
  await createCourse(page, effort);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(NAME);
  await expect(
    path(page).getByRole("link", { name: "Écrire les leçons de « Al bar »" }),
  ).toBeVisible();
  await accessible(page);
  await writeLessons(page, effort, "Al bar", ["Il caffè", "Il cornetto"]);
  await effort.click(path(page).getByRole("link", { name: "Écrire les leçons de « Al mercato »" }));
  await writeLessons(page, effort, "Al mercato", ["La frutta", "Il prezzo"]);
  await expect(path(page)).toContainText("4 leçons");
  await effort.click(path(page).getByRole("button", { name: `Publier « ${NAME} »` }));
  await expect(page.getByText(`« ${NAME} » est publié.`)).toBeVisible();
  await expect(path(page)).toHaveCount(0);
  const [course] = await editor.ok("GET", "/courses?q=mercredi");
  expect(course.status).toBe("PUBLISHED");
  expect(effort.clicks).toBeLessThanOrEqual(21);
  expect(effort.fields).toBeLessThanOrEqual(16);
});

test("a course without lessons asks before it is published, each line leads to its place, and it is seen as a learner sees it", async ({
  page,
  school,
}) => {
  test.slow();
  const editor = await openAsEditor(page, school, "course/list");
  await createCourse(page, new Effort());
  await path(page)
    .getByRole("button", { name: `Publier « ${NAME} »` })
    .click();
  const asked = page.getByRole("dialog", { name: "Publier ce cours sans toutes ses leçons ?" });
  await expect(asked.getByRole("listitem")).toHaveText([
    "Écrire les leçons de « Al bar »",
    "Écrire les leçons de « Al mercato »",
  ]);
  await accessible(page);
  expect((await editor.ok("GET", "/courses?q=mercredi"))[0].status).toBe("DRAFT");
  await asked.getByRole("link", { name: "Écrire les leçons de « Al mercato »" }).click();
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "Al mercato" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await writeLessons(page, new Effort(), "Al mercato", ["La frutta"]);

  await path(page).getByRole("link", { name: "Voir comme un élève" }).click();
  await expect(page.getByText("Ce module n’a pas encore de leçon.")).toBeVisible();
  await page.getByRole("tab", { name: "Al mercato" }).click();
  await expect(page.getByText("On lit « La frutta ».")).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Modules du cours" }).click();

  await page.getByRole("button", { name: `Publier « ${NAME} »` }).click();
  await asked.getByRole("button", { name: "Publier quand même" }).click();
  await expect(page.getByText(`« ${NAME} » est publié.`)).toBeVisible();
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByText("C’est annulé.")).toBeVisible();
  expect((await editor.ok("GET", "/courses?q=mercredi"))[0].status).toBe("DRAFT");
});

test("what staff did with a course or a message is taken back from the message that says so", async ({
  page,
  school,
}) => {
  const editor = await openAsEditor(page, school, "course/list?q=journal");
  // A course whose class still meets is not archived.
  school.sql("UPDATE class_sessions SET status = 'CANCELLED' WHERE status = 'PLANNED'");
  const status = async () => (await editor.ok("GET", "/courses?q=journal"))[0].status;
  const undo = page.getByRole("button", { name: "Annuler", exact: true });
  await page.getByRole("button", { name: /^Autres actions/ }).click();
  await page.getByRole("menuitem", { name: "Archiver" }).click();
  await expect(undo).toBeVisible();
  expect(await status()).toBe("ARCHIVED");
  // What a message says and asks is not for paper.
  await page.emulateMedia({ media: "print" });
  await expect(undo).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await undo.click();
  await expect(page.getByText("C’est annulé.")).toBeVisible();
  expect(await status()).toBe("PUBLISHED");

  await new Caller(school.url).call("POST", "/contact", {
    name: "Zoé Blanc",
    email: "zoe@exemple.test",
    subject: "Janvier",
    message: "Puis-je commencer en janvier ?",
    consent: true,
  });
  await page.goto("/dashboard/messages");
  const messages = page.getByRole("main").getByRole("article");
  await expect(messages.first()).toBeVisible();
  const count = await messages.count();
  await page.getByRole("button", { name: "Marquer comme traité" }).first().click();
  await expect(messages).toHaveCount(count - 1);
  await undo.click();
  await expect(messages).toHaveCount(count);
});

test.describe("after a colleague's change", () => {
  test.use({ expectedFailures: [/^412 PATCH \/api\/(courses|contact)/] });

  test("nothing is taken back, and a message says so", async ({ page, school }) => {
    const editor = await openAsEditor(page, school, "course/list?q=journal");
    school.sql("UPDATE class_sessions SET status = 'CANCELLED' WHERE status = 'PLANNED'");
    const course = async () => (await editor.ok("GET", "/courses?q=journal"))[0];
    const undo = page.getByRole("button", { name: "Annuler", exact: true });
    const changed = page.getByText("Quelqu’un l’a modifié entre-temps : rien n’est annulé.");
    await page.getByRole("button", { name: /^Autres actions/ }).click();
    await page.getByRole("menuitem", { name: "Archiver" }).click();
    await expect(undo).toBeVisible();
    await editor.ok("PATCH", `/courses/admin/${(await course()).id}/unpublish`);
    await undo.click();
    await expect(changed).toBeVisible();
    await expect(undo).toHaveCount(0);
    expect((await course()).status).toBe("DRAFT");
    await expect(rowsOf(page).first()).toContainText("Brouillon");
    await accessible(page);

    await new Caller(school.url).call("POST", "/contact", {
      name: "Zoé Blanc",
      email: "zoe@exemple.test",
      subject: "Janvier",
      message: "Puis-je commencer en janvier ?",
      consent: true,
    });
    const [message] = await editor.ok("GET", "/contact?handled=false");
    await page.goto("/dashboard/messages");
    await page.getByRole("button", { name: "Marquer comme traité" }).first().click();
    await expect(undo).toBeVisible();
    for (const handled of [false, true]) {
      await editor.ok("PATCH", `/contact/${message.id}`, { handled });
    }
    await undo.click();
    await expect(changed).toBeVisible();
    expect(
      (await editor.ok("GET", "/contact?handled=false")).map(({ id }: { id: number }) => id),
    ).not.toContain(message.id);
  });
});

test.describe("when nothing of the home can be read", () => {
  test.use({ expectedFailures: [/^500 GET \/api\/(comments|contact|courses)/] });

  test("it is said once, and tried again at once", async ({ page, school }) => {
    let broken = true;
    await page.route(/\/api\/(comments|contact|courses)(\?|$)/, (route) =>
      broken
        ? route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } })
        : route.fallback(),
    );
    await openAsEditor(page, school, "accueil");
    const failure = page.getByText("Une erreur est survenue. Veuillez réessayer.");
    await expect(failure).toHaveCount(1, { timeout: 20_000 });
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 20_000 });
    await expect(failure).toHaveCount(1);
    await accessible(page);
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(failure).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Prochains démarrages" })).toBeVisible();
  });
});
