// The school's settings, its legal pages with their versions, and what it lacks before it opens.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, answered, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const PNG = readFileSync(new URL("../../server/tests/it/logos/logo.png", import.meta.url));

async function open(page: Page, school: School, path: string, title: string): Promise<Caller> {
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  await enter(page, admin);
  await page.goto(`/dashboard/school/${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  return admin;
}

test.use({ expectedFailures: [/^(412|422) (PUT|POST) \/api\/(settings|pages|uploads)/] });

test("the settings are written, wrong ones are listed, and the site shows them", async ({
  page,
  school,
}) => {
  await open(page, school, "settings", "L’école");
  const main = page.getByRole("main");
  await expect(main.getByLabel("Ville")).toHaveValue("Aix-en-Provence");
  await main.getByLabel("SIRET").fill("12345678200011");
  await main.getByLabel("Code postal").fill("ABC");
  await main.getByLabel("Téléphone").fill("04 65 71 00 13");
  await expect(main.getByText("Des modifications ne sont pas enregistrées.")).toBeVisible();
  await main.getByRole("button", { name: "Enregistrer" }).click();
  const faults = page.getByRole("region", { name: "2 points à corriger" });
  await expect(faults).toBeFocused();
  await accessible(page);
  await faults.getByRole("button", { name: "SIRET" }).click();
  await expect(main.getByLabel("SIRET")).toBeFocused();
  await main.getByLabel("SIRET").fill("123 456 782 00010");
  await main.getByLabel("Code postal").fill("13100");
  await main.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Les informations de l’école sont enregistrées.")).toBeVisible();
  await expect(main.getByLabel("SIRET")).toHaveValue("12345678200010");
  await answered(page.request, "/").toContain("04 65 71 00 13");
});

test("the school names its own networks, and a wrong one is named", async ({ page, school }) => {
  await open(page, school, "settings", "L’école");
  const own = page.getByRole("region", { name: "Réseaux de l’école" });
  const field = own.getByLabel("Adresses ou réseaux, un par ligne");
  await field.fill("192.0.2.7\nl’école");
  await own.getByRole("button", { name: "Appliquer" }).click();
  await expect(own).toContainText("l’école : Cette valeur n’est pas acceptée.");
  await field.fill("192.0.2.7");
  await own.getByRole("button", { name: "Appliquer" }).click();
  await expect(page.getByText("Les réseaux sont enregistrés.")).toBeVisible();
  await expect(field).toHaveValue("192.0.2.7/32");
  await accessible(page);
});

test("the school’s own logo is chosen, shown everywhere, and taken back", async ({
  page,
  school,
}) => {
  await open(page, school, "settings", "L’école");
  const main = page.getByRole("main");
  const logo = main.getByRole("group", { name: "Logo" });
  const bring = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chosen = page.waitForEvent("filechooser");
    await main.getByRole("button", { name: /^(Choisir un fichier|Remplacer) Logo$/ }).click();
    await (await chosen).setFiles(file);
  };
  const save = () => main.getByRole("button", { name: "Enregistrer" }).click();

  await bring({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(logo).toContainText("Ce type de fichier n’est pas accepté.");
  await bring({ name: "logo.png", mimeType: "image/png", buffer: PNG.subarray(0, 200) });
  await expect(logo).toContainText("Cette image est abîmée ou incomplète");
  await accessible(page);

  await bring({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  await expect(main.getByRole("status").filter({ hasText: "logo.png est arrivé." })).toHaveCount(1);
  await save();
  await expect(page.getByText("Les informations de l’école sont enregistrées.")).toBeVisible();
  const own = page.locator('a img[src^="/api/files/"]');
  await expect(own.filter({ visible: true })).toHaveAttribute("height", "36");
  await accessible(page);

  await answered(page.request, "/").toContain('id="server-rendered"');
  const rendered = await (await page.request.get("/")).text();
  expect(rendered.match(/<img [^>]*src="\/api\/files\/[0-9a-f]{64}\.png"[^>]*>/g)).toHaveLength(2);
  expect(rendered).not.toContain("/logo-clair.svg");
  await page.goto("/");
  for (const place of [page.getByRole("banner"), page.getByRole("contentinfo")]) {
    const shown = place.locator("img").first();
    await expect(shown).toHaveAttribute("alt", "Préau");
    await expect(shown).toHaveJSProperty("naturalWidth", 240);
  }
  await accessible(page);

  await page.goto("/dashboard/school/settings");
  await main.getByRole("button", { name: "Retirer Logo" }).click();
  await save();
  await expect(own).toHaveCount(0);
  await answered(page.request, "/").toContain("/logo-clair.svg");
});

test("what is typed while a save is under way stays, to be saved as well", async ({
  page,
  school,
}) => {
  const admin = await open(page, school, "settings", "L’école");
  const main = page.getByRole("main");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/settings/school", async (route) => {
    if (route.request().method() === "PUT") await held;
    await route.continue();
  });
  await main.getByLabel("Téléphone").fill("04 65 71 00 14");
  await main.getByRole("button", { name: "Enregistrer" }).click();
  await main.getByLabel("Adresse", { exact: true }).fill("18, rue des Platanes");
  release();
  await expect(page.getByText("Les informations de l’école sont enregistrées.")).toBeVisible();
  await expect(main.getByLabel("Adresse", { exact: true })).toHaveValue("18, rue des Platanes");
  await main.getByRole("button", { name: "Enregistrer" }).click();
  await expect(main.getByText("Des modifications ne sont pas enregistrées.")).toHaveCount(0);
  expect(await admin.ok("GET", "/settings/school")).toMatchObject({
    phone: "04 65 71 00 14",
    street: "18, rue des Platanes",
  });
  await admin.ok("PUT", "/settings/school", { street: "12, rue des Platanes" });
});

test("what is typed is not lost by leaving, nor to somebody who saves meanwhile", async ({
  page,
  school,
}) => {
  const admin = await open(page, school, "settings", "L’école");
  const main = page.getByRole("main");
  await main.getByLabel("Adresse", { exact: true }).fill("14, rue des Platanes");
  await page.getByRole("link", { name: "Accueil" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rester ici" }).click();
  await expect(main.getByLabel("Adresse", { exact: true })).toHaveValue("14, rue des Platanes");

  await admin.ok("PUT", "/settings/school", { street: "16, rue des Platanes", city: "Aix" });
  await main.getByRole("button", { name: "Enregistrer" }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict).toContainText("16, rue des Platanes");
  await accessible(page);
  await conflict.getByRole("radio", { name: /14, rue des Platanes/ }).click();
  await conflict.getByRole("button", { name: "Reprendre dans le formulaire" }).click();
  await main.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Les informations de l’école sont enregistrées.")).toBeVisible();
  const saved = await admin.ok("GET", "/settings/school");
  expect([saved.street, saved.city]).toEqual(["14, rue des Platanes", "Aix"]);
  await admin.ok("PUT", "/settings/school", {
    street: "12, rue des Platanes",
    city: "Aix-en-Provence",
  });
});

test("a page is published as a new version; the one before is there to be read", async ({
  page,
  school,
}) => {
  const admin = await open(page, school, "pages", "Pages légales");
  const card = page.getByRole("listitem").filter({ hasText: "Mentions légales" });
  await expect(card).toContainText("Version 1");
  await accessible(page);
  await card.getByRole("link", { name: "Modifier" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mentions légales");
  const text = page.getByRole("textbox", { name: "Texte de la page" });
  await expect(text).toContainText("Préau Langues");
  const publish = page.getByRole("button", { name: "Publier cette version" });
  await expect(publish).toBeDisabled();
  await text.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" Publié au printemps.");
  await publish.click();
  await expect(page.getByText("La version 2 est publiée.")).toBeVisible();
  const versions = page.getByRole("region", { name: "Versions publiées" });
  await expect(versions.getByRole("listitem").first()).toContainText("En vigueur");
  await expect(versions.getByRole("listitem").first()).toContainText("Hélène Castagne");
  await accessible(page);
  await versions.getByRole("button", { name: "Version 1" }).click();
  await expect(page.getByRole("dialog", { name: "Version 1" })).not.toContainText("printemps");
  await page.keyboard.press("Escape");
  await page.goto("/mentions-legales");
  await expect(page.getByText("Publié au printemps.")).toBeVisible();
  expect(await admin.ok("GET", "/pages/mentions-legales")).toMatchObject({ number: 2 });
});

test("somebody publishes meanwhile: their text or mine", async ({ page, school }) => {
  const admin = await open(page, school, "pages/confidentialite", "Confidentialité");
  const text = page.getByRole("textbox", { name: "Texte de la page" });
  await text.click();
  await page.keyboard.type("Mien. ");
  await admin.ok("PUT", "/pages/confidentialite", { html: "<p>Le leur.</p>" });
  await page.getByRole("button", { name: "Publier cette version" }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict).toContainText(/La version \d+ a été publiée entre-temps/);
  await expect(conflict).toContainText("Le leur.");
  await accessible(page);
  await conflict.getByRole("radio", { name: /Mien\./ }).click();
  await conflict.getByRole("button", { name: "Reprendre dans le formulaire" }).click();
  await page.getByRole("button", { name: "Publier cette version" }).click();
  await expect(page.getByText(/^La version \d+ est publiée\.$/)).toBeVisible();
  expect((await admin.ok("GET", "/pages/confidentialite")).html).toContain("Mien.");
});

test("the list says what is missing, and the front page that something is", async ({
  page,
  school,
}) => {
  await open(page, school, "checklist", "Avant d’ouvrir");
  const items = page.getByRole("main").getByRole("listitem");
  await expect(items.filter({ hasText: "Paiements réels" })).toContainText("à faire");
  await expect(items.filter({ hasText: "Mentions légales" })).toContainText("fait");
  await items
    .filter({ hasText: "Aucun compte de démonstration" })
    .getByRole("link", { name: /Y aller/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Utilisateurs");
  await page.goto("/dashboard/accueil");
  await page.getByRole("link", { name: /avant d’ouvrir l’école au public/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Avant d’ouvrir");
});

test("an editor has no way there", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn("editor@preau.test", password));
  await page.goto("/dashboard/school/settings");
  await expect(page).toHaveURL(/\/dashboard\/accueil$/);
  await expect(page.getByRole("link", { name: "Pages légales" })).toHaveCount(0);
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await open(page, school, "settings", "L’école");
  for (const path of ["settings", "pages", "pages/cgv", "checklist"]) {
    await accessibleEverywhere(page, `/dashboard/school/${path}`, async () => {
      await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("main").locator("form, li").first().waitFor();
    });
  }
});
