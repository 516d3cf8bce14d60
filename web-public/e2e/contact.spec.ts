// Writing to the school: consent, the mail that arrives, the teacher, the call, and what happens when it fails.
import { test as base, expect as expectBase, type Page } from "@playwright/test";
import { School } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";

const SCHOOL = "ecole@preau.test";

async function write(page: Page, message: string) {
  await page.getByLabel("Votre nom").fill("Zoé Blanc");
  await page.getByLabel("Votre e-mail").fill("zoe@exemple.test");
  await page.getByLabel("Votre message").fill(message);
}

const consent = (page: Page) => page.getByRole("checkbox", { name: /J’accepte la politique/ });
const send = (page: Page) => page.getByRole("button", { name: "Envoyer le message" });

test("nothing leaves without consent; with it the mail arrives once, and the form is empty", async ({
  page,
  school,
}) => {
  await page.goto("/contacts?to=Chiara%20Bellini");
  await expect(page).toHaveTitle(/^Contact · /);
  await write(page, "Puis-je commencer en janvier ?");
  await send(page).click();
  await expect(page.getByText("Veuillez accepter la politique de confidentialité.")).toBeVisible();
  await expect(consent(page)).toBeFocused();
  await accessible(page);
  expect(school.mailbox.to(SCHOOL)).toEqual([]);

  await page.reload();
  await expect(page.getByLabel("Votre message")).toHaveValue("Puis-je commencer en janvier ?");
  await consent(page).check();
  await send(page).dblclick();
  await expect(page.getByText("Email envoyé avec succès !")).toBeVisible();
  await expect(page.getByLabel("Votre message")).toHaveValue("");
  const mail = await school.mailbox.receive(SCHOOL, /Puis-je commencer en janvier/);
  expect(mail.text).toContain("Chiara Bellini");
  expect(mail.text).toContain("zoe@exemple.test");
  expect(school.mailbox.to(SCHOOL)).toHaveLength(1);
});

test("what the server refuses stands at its field; a failure keeps every word", async ({
  page,
  expectedFailures,
}) => {
  expectedFailures.push(/^(422|500) POST \/api\/contact$/);
  await page.goto("/contacts");
  await write(page, "Bonjour");
  await page.getByLabel("Votre e-mail").fill("zoe");
  await consent(page).check();
  await send(page).click();
  await expect(page.getByText("Adresse email invalide.")).toBeVisible();
  await expect(page.getByLabel("Votre e-mail")).toBeFocused();

  await page.getByLabel("Votre e-mail").fill("zoe@exemple.test");
  await page.route("**/api/contact", (route) =>
    route.fulfill({ status: 500, json: { code: "internal" } }),
  );
  await send(page).click();
  await expect(page.getByRole("alert").getByText("Erreur lors de l’envoi du mail")).toBeVisible();
  await expect(page.getByLabel("Votre message")).toHaveValue("Bonjour");
  await accessible(page);
  await page.unroute("**/api/contact");
  await send(page).click();
  await expect(page.getByText("Email envoyé avec succès !")).toBeVisible();
});

test("without a meeting address the call is asked for in the form, with a day and a time", async ({
  page,
  school,
}) => {
  await page.goto("/contacts");
  await page.getByRole("link", { name: "Proposer un créneau" }).click();
  await expect(page).toHaveURL(/\?subject=meeting$/);
  await expect(page.getByText("Rendez-vous de 15 minutes", { exact: true })).toBeVisible();
  await page.getByLabel("Jour souhaité (facultatif)").fill("03/02/2031");
  await page.getByLabel("Heure souhaitée (facultatif)").fill("17:30");
  await write(page, "Je voudrais parler de mon niveau.");
  await consent(page).check();
  await send(page).click();
  await expect(page.getByText("Email envoyé avec succès !")).toBeVisible();
  const mail = await school.mailbox.receive(SCHOOL, /mon niveau/);
  expect(mail.subject).toContain("Rendez-vous de 15 minutes");
  expect(mail.text).toMatch(/17\sh\s30/);
});

base("a meeting address of the school opens beside the site", async ({ page }) => {
  const school = await School.open({
    PREAU_MEETING_URL: "https://rendez-vous.exemple.test/ecole",
  });
  try {
    await page.goto(`${school.url}/contacts`);
    const link = page.getByRole("link", { name: /^Choisir un créneau/ });
    await expectBase(link).toHaveAttribute("href", "https://rendez-vous.exemple.test/ecole");
    await expectBase(link).toHaveAttribute("target", "_blank");
    await expectBase(link).toHaveAttribute("rel", /noopener/);
  } finally {
    await school.close();
  }
});

test("the front page has the questions, the call and the form", async ({ page, school }) => {
  await page.goto("/");
  await expect(page.getByText("De 3 à 10 en classe.")).toBeVisible();
  await expect(page.getByText("Y a-t-il des rencontres en dehors des cours ?")).toHaveCount(0);
  await write(page, "Depuis l’accueil");
  await consent(page).check();
  await send(page).click();
  await expect(page.getByText("Email envoyé avec succès !")).toBeVisible();
  await school.mailbox.receive(SCHOOL, /Depuis l’accueil/);
});

test("machines find nothing to object to in any language", async ({ page }) => {
  await accessibleEverywhere(page, "/contacts?to=Chiara&subject=meeting", async () => {
    await page.locator('[name="wishedDate"]').waitFor();
  });
});
