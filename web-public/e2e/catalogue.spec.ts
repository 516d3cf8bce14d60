// The courses: found by filters that stand in the address, explained on a page of their own, with help at the right moment.
import type { Page } from "@playwright/test";
import { bookableCourse } from "./support/api.ts";
import { accessible, expect, test, withoutServerRendering } from "./support/test.ts";

const cards = (page: Page) => page.getByRole("article");
const results = (page: Page) => page.getByText(/cours correspond/);
const search = (page: Page) => page.getByRole("searchbox", { name: "Rechercher un cours" });
const help = (page: Page) => page.getByRole("dialog", { name: "Besoin d’aide pour choisir ?" });
const inPerson = (page: Page) =>
  page.getByRole("navigation", { name: "Type de cours" }).getByRole("link", { name: "Présentiel" });

/** Only what the query of the address says, besides language and type. */
async function expectAddress(page: Page, wanted: Record<string, string>): Promise<void> {
  await expect
    .poll(() => {
      const query = new URL(page.url()).searchParams;
      for (const name of ["language", "type"]) query.delete(name);
      return Object.fromEntries(query);
    })
    .toEqual(wanted);
}

test("filters stand in the address, outlive a reload, and the way back undoes them one by one", async ({
  page,
}) => {
  await page.goto("/courses?language=Italien&type=IN_PERSON");
  await expect(cards(page)).toHaveCount(3);

  await search(page).pressSequentially("PARLER chiacch", { delay: 10 });
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue("PARLER chiacch");
  await expect(cards(page)).toHaveCount(1);
  await expectAddress(page, { q: "PARLER chiacch" });
  await page.goBack(); // all the letters are one step
  await expectAddress(page, {});
  await expect(search(page)).toHaveValue("");

  await page.getByLabel("Professeur").selectOption("Chiara Bellini");
  await expect(cards(page)).toHaveCount(2);
  await page.getByLabel("A2", { exact: true }).click();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole("slider", { name: "Prix" }).fill("250");
  await expect(page.getByText("Aucun cours en présentiel trouvé.")).toBeVisible();
  await expectAddress(page, { teacher: "Chiara Bellini", level: "A2", price: "250" });

  await page.reload();
  await expect(page.getByText("Aucun cours en présentiel trouvé.")).toBeVisible();
  await page.getByRole("button", { name: "Retirer le filtre Jusqu’à 250 €" }).click();
  await expect(cards(page)).toHaveCount(1);
  await page.goBack();
  await page.goBack();
  await expectAddress(page, { teacher: "Chiara Bellini", level: "A2" });
  await page.goBack();
  await expectAddress(page, { teacher: "Chiara Bellini" });
  await expect(cards(page)).toHaveCount(2);

  await page.getByRole("button", { name: "Retirer le filtre Italien" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Réinitialiser" }).click();
  await expectAddress(page, {});
});

test("on a phone the filters are a sheet, and the chips take themselves away", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/courses?language=Italien&type=IN_PERSON");
  await page.getByRole("button", { name: "Filtres" }).click();
  const sheet = page.getByRole("dialog", { name: "Filtres" });
  await sheet.getByLabel("A1", { exact: true }).click();
  await sheet.getByLabel("Places restantes uniquement").click();
  await accessible(page);
  await sheet.getByRole("button", { name: "Voir 1 cours" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "Filtres (2)" })).toBeVisible();
  await page.getByRole("button", { name: "Retirer le filtre A1" }).click();
  await expectAddress(page, { places: "1" });
  await expect(cards(page)).toHaveCount(2);
});

test("a list that is on its way, that failed and that is empty are three different looks", async ({
  page,
  expectedFailures,
}) => {
  expectedFailures.push(/^500 GET \/api\/courses$/);
  await page.goto("/courses?language=Chinois&type=ONLINE&q=nulle+part");
  await expect(page.getByText("Aucun cours en ligne trouvé.")).toBeVisible();

  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await withoutServerRendering(page);
  await page.route("**/api/courses?*type=IN_PERSON*", async (route) => {
    await asked;
    await route.fulfill({ status: 500, body: "" });
  });
  await inPerson(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Chargement…" })).toBeVisible();
  await expect(results(page)).toHaveCount(0);

  answer();
  const failure = page.getByRole("alert").filter({
    hasText: "Impossible de charger les cours pour la langue sélectionnée.",
  });
  await expect(failure).toBeVisible();
  await accessible(page);

  await page.unroute("**/api/courses?*type=IN_PERSON*");
  await failure.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByText("Aucun cours en présentiel trouvé.")).toBeVisible();
  await accessible(page);
  await page.getByRole("main").getByRole("button", { name: "Réinitialiser" }).last().click();
  await expect(cards(page)).toHaveCount(2);
});

test("without a language it is asked for; declined, all are shown", async ({ page }) => {
  await page.goto("/courses?type=IN_PERSON");
  const dialog = page.getByRole("dialog", { name: "Quelle langue voulez-vous parler ?" });
  await expect(dialog.getByRole("button", { name: "Chinois" })).toBeVisible();
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(cards(page)).toHaveCount(9);

  await withoutServerRendering(page); // the server may be too busy to render
  await page.goto("/online-course");
  await dialog.getByRole("button", { name: "Chinois" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/language=Chinois/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cours en ligne");
});

test("help is offered after fifteen seconds, not over a dialog, not while typing, and once", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/courses?type=ONLINE");
  const language = page.getByRole("dialog", { name: "Quelle langue voulez-vous parler ?" });
  await expect(language).toBeVisible();
  await expect(results(page)).toBeAttached();
  await page.clock.runFor(20_000);
  await expect(help(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(language).toBeHidden();

  await search(page).fill("chinois");
  await page.clock.runFor(20_000);
  await expect(help(page)).toHaveCount(0);
  await search(page).blur();
  await page.clock.runFor(4_000);
  await expect(help(page)).toBeVisible();
  await accessible(page);
  await help(page).getByRole("button", { name: "Plus tard" }).click();
  await expect(help(page)).toBeHidden();

  await page.goto("/courses?type=ONLINE&language=Anglais&q=rien+du+tout");
  await expect(page.getByText("Aucun cours en ligne trouvé.")).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(help(page)).toHaveCount(0);
});

test("the help of a language leads to its test, as a card in the list or as a dialog", async ({
  page,
}) => {
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/courses?type=ONLINE&language=Anglais");
  await expect(cards(page).first()).toBeVisible();
  const card = page.getByRole("complementary", { name: "Besoin d’aide pour choisir ?" });
  await expect(card).toBeInViewport({ ratio: 0.5 }); // it does not take the place of the dialog
  await page.clock.runFor(16_000);
  await expect(help(page)).toBeVisible();
  await help(page).getByRole("link", { name: "Passer le test" }).click();
  await expect(page).toHaveURL("/test?language=ENGLISH");

  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/courses?type=ONLINE&language=Anglais");
  await expect(card.getByRole("link")).toHaveAttribute("href", "/test?language=ENGLISH");
  await card.getByRole("button", { name: "Plus tard" }).click();
  await expect(card).toBeHidden();
});

test("a course in the school and one on line explain themselves, each in its way", async ({
  page,
  school,
}) => {
  const course = await bookableCourse(school.url);
  await page.goto("/courses?language=Italien&type=IN_PERSON");
  await page.getByRole("link", { name: `Découvrir plus : ${course.name}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course.name);
  const main = page.getByRole("main");
  await expect(main.getByText("Une vraie table, de vrais voisins.")).toBeVisible();
  await expect(main.getByRole("definition").filter({ hasText: "rue des Platanes" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Contacter le professeur" })).toHaveAttribute(
    "href",
    /^\/contacts\?to=\w/,
  );
  for (const link of await main.getByRole("link", { name: "Passer le test de niveau" }).all()) {
    await expect(link).toHaveAttribute("href", "/test?language=ITALIAN");
  }
  await expect(main.getByRole("link", { name: "Voir les modules de ce cours" })).toHaveAttribute(
    "href",
    `/online-course-modules?id=${course.id}`,
  );

  const contents = page.getByRole("navigation", { name: "Sommaire" });
  await contents.getByRole("link", { name: "Infos pratiques" }).click();
  await expect(contents.getByRole("link", { name: "Infos pratiques" })).toHaveAttribute(
    "aria-current",
    "location",
  );
  await expect(contents).toBeInViewport();

  const online = await bookableCourse(school.url, "Italien", "ONLINE");
  await page.goto(`/courses-details?id=${online.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(online.name);
  await expect(main.getByText("Votre classe, depuis votre fenêtre.")).toBeVisible();
});

test("a full course says so and leads to others; an unknown one is not found", async ({
  page,
  expectedFailures,
}) => {
  expectedFailures.push(/^404 GET /, /404 not_found/);
  await page.goto("/courses?language=Italien&type=IN_PERSON");
  await cards(page).filter({ hasText: "Complet" }).getByRole("link").last().click();
  await expect(page.getByRole("complementary").getByText("Complet", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Voir les cours où il reste des places" }).click();
  await expect(cards(page)).toHaveCount(2);

  for (const way of ["online", "offline"]) {
    await page.goto(`/${way}-course-details?id=999999`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page introuvable");
  }
});

test("a course on its way keeps its shape, a failed one can be tried again", async ({
  page,
  expectedFailures,
}) => {
  expectedFailures.push(/^500 GET \/api\/courses\/\d+\/details$/);
  await page.goto("/courses?language=Italien&type=IN_PERSON");
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await withoutServerRendering(page);
  await page.route("**/api/courses/*/details", async (route) => {
    await asked;
    await route.fulfill({ status: 500, body: "" });
  });
  await cards(page).first().getByRole("link").last().click();
  await expect(page.getByRole("status").filter({ hasText: "Chargement…" })).toBeVisible();
  answer();
  await expect(page.getByText("Impossible d’ouvrir ce cours.")).toBeVisible();
  await page.unroute("**/api/courses/*/details");
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Primi passi, premiers mots");
});
