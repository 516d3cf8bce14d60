// A school from nothing: its first administrator, its words, its first course; then what a visitor finds of it.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { lessonIn, panel } from "./support/content.ts";
import { password, School } from "./support/school.ts";
import { addModule, choose, dayIn } from "./support/staff.ts";
import { accessible, test as base, expect } from "./support/test.ts";
import {
  booker,
  choosePassword,
  enrolled,
  enter,
  fillPerson,
  learner,
  pay,
  person,
  toPayment,
} from "./support/visitor.ts";

const ADMIN = "directrice@passerelle.test";
const PARENT = "jeanne.morel@exemple.test";
const CLASS = "https://visio.example/primeros-pasos";

const test = base.extend({
  school: async ({}, use) => {
    const school = await School.openEmpty(ADMIN);
    await use(school);
    await school.close();
  },
});

const main = (page: Page) => page.getByRole("main");
const form = (page: Page) => main(page).locator("form");

/** The first administrator on a page of the dashboard. */
async function openAsAdmin(page: Page, school: School, path: string): Promise<Caller> {
  const admin = await new Caller(school.url).signIn(ADMIN, password);
  await enter(page, admin);
  await page.goto(`/dashboard/${path}`);
  return admin;
}

async function writeSettings(page: Page): Promise<void> {
  await page.goto("/dashboard/school/settings");
  const fields = {
    "Nom de l’école": "La Passerelle",
    SIRET: "123 456 782 00010",
    Adresse: "4, quai Rambaud",
    "Code postal": "69002",
    Ville: "Lyon",
    Téléphone: "04 72 00 00 00",
    "Adresse de prise de rendez-vous": "https://agenda.example/passerelle",
  };
  for (const [label, text] of Object.entries(fields))
    await form(page).first().getByRole("textbox", { name: label, exact: true }).fill(text);
  await form(page).first().getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Les informations de l’école sont enregistrées.")).toBeVisible();
}

async function addLanguage(page: Page): Promise<void> {
  await page.goto("/dashboard/course-metadata");
  await form(page).getByLabel("Code").fill("es");
  await form(page).getByLabel("Code").blur();
  await expect(form(page).getByLabel("Nom en anglais")).toHaveValue("Spanish");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(page.getByText("La langue a été ajoutée.")).toBeVisible();
}

/** A tab of what courses are made of, once its form stands. */
async function openTab(page: Page, name: RegExp, heading: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await expect(form(page).getByRole("heading", { name: heading })).toBeVisible();
}

async function addLevel(page: Page): Promise<void> {
  await openTab(page, /Niveaux/, "Ajouter un niveau");
  await form(page).getByLabel("Nom", { exact: true }).fill("Atelier, tous niveaux");
  await form(page).getByLabel("Rang").fill("7");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(page.getByText("Le niveau a été ajouté.")).toBeVisible();
}

async function addTeacher(page: Page): Promise<void> {
  await openTab(page, /Professeurs/, "Ajouter un professeur");
  await form(page).getByLabel("Prénom").fill("Nadia");
  await form(page).getByLabel("Nom", { exact: true }).fill("Belkacem");
  await form(page).getByLabel("Adresse e-mail").fill("nadia@passerelle.test");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(page.getByText("Le professeur a été ajouté.")).toBeVisible();
}

async function writeFaq(page: Page): Promise<void> {
  await openTab(page, /Catégories de la FAQ/, "Ajouter une catégorie");
  await form(page).getByLabel("Nom", { exact: true }).fill("Venir à l’école");
  await form(page).getByRole("button", { name: "Ajouter" }).click();
  await expect(page.getByText("La catégorie a été ajoutée.")).toBeVisible();
  await page.goto("/dashboard/faq/add?category=VENIR_A_L_ECOLE");
  await page.getByLabel("Question", { exact: true }).fill("Où se garer ?");
  await page.getByRole("textbox", { name: "Réponse" }).click();
  await page.keyboard.type("Sous les platanes.");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("La question est enregistrée.")).toBeVisible();
}

async function writeCourse(page: Page): Promise<void> {
  await page.goto("/dashboard/course/add");
  await page.getByLabel("Titre du cours").fill("Primeros pasos");
  await page.getByLabel("Description courte").fill("Deux heures pour parler autour d’un café.");
  await page.getByRole("textbox", { name: /^Description détaillée/ }).fill("On goûte, on raconte.");
  await choose(page, "Type", "En ligne");
  await choose(page, "Langue", "Espagnol");
  await choose(page, "Niveau", "Atelier, tous niveaux");
  await choose(page, "Professeur", "Nadia Belkacem");
  await page.getByLabel("Date de fin").fill(dayIn(90));
  await page.getByLabel("Durée en heures").fill("20");
  await page.getByLabel("Lien de la classe en ligne").fill(CLASS);
  await addModule(page, 1, "En el bar", "60");
  await expect(page.getByRole("status", { name: "Prix du cours" })).toHaveText("60 €");
  await page.getByRole("button", { name: "Créer le cours" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Primeros pasos");
}

/** A chapter with a lesson in the one module there is. */
async function writeLesson(page: Page): Promise<void> {
  await page.goto("/dashboard/course/modules/1");
  const add = page.getByRole("tabpanel").locator("form").first();
  await add.getByLabel("Titre").fill("Saludos");
  await add.getByLabel("Description").fill("Se saluer.");
  await add.getByRole("button", { name: "Ajouter le chapitre" }).click();
  const chapter = panel(page, /Saludos$/);
  const heading = chapter.getByRole("button", { name: /^Chapitre 1\s: Saludos$/ });
  if ((await heading.getAttribute("aria-expanded")) === "false") await heading.click();
  await chapter.getByRole("textbox", { name: "Titre" }).fill("Buenos días");
  await chapter.getByRole("textbox", { name: "Contenu" }).fill("Buenos días a todos.");
  await chapter.getByRole("button", { name: "Ajouter la leçon" }).click();
  await expect(lessonIn(chapter, page, "Buenos días")).toBeVisible();
}

const step = (page: Page, name: string) =>
  main(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });

/** A parent without an account books for a child without an e-mail; answers the number of the invoice. */
async function buyForChild(page: Page, school: School): Promise<string> {
  await page.goto("/cours/primeros-pasos");
  await page.getByRole("button", { name: "S’inscrire au cours" }).click();
  await page
    .getByRole("dialog", { name: "Votre sélection" })
    .getByRole("button", { name: "Continuer" })
    .click();
  await fillPerson(booker(page), person("Jeanne", PARENT));
  await page.getByRole("radio", { name: "Pour quelqu’un d’autre" }).click();
  await fillPerson(learner(page), { ...person("Léa", ""), birthDate: "02/05/2017" });
  await choosePassword(page);
  await toPayment(page);
  await pay(page, "4242 4242 4242 4242");
  const done = await enrolled(page);
  await expect(done.getByRole("heading", { level: 1 })).toHaveText(
    "La place de Léa Morel est réservée.",
  );
  const invoice = await done.getByRole("button", { name: /^Facture F/ }).innerText();
  const mail = await school.mailbox.receive(PARENT, /réservation est confirmée/);
  expect(mail.text).toContain(CLASS);
  expect(school.mailbox.mails.filter(({ to }) => !to.includes("@"))).toEqual([]);
  await done.getByRole("link", { name: "Voir mes cours" }).click();
  return invoice;
}

/** The guardian finds the course under the child's name, its class and its first lesson. */
async function followTheChild(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/profile\/subscriptions$/);
  const card = page.getByRole("article").filter({ hasText: "Primeros pasos" });
  await expect(card).toContainText("Pour Léa Morel");
  await expect(card.getByRole("link", { name: /^Rejoindre la classe/ })).toHaveAttribute(
    "href",
    CLASS,
  );
  await page.getByRole("link", { name: "Commencer", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Buenos días" })).toBeVisible();
  await expect(page.getByText("Buenos días a todos.")).toBeVisible();
}

/** The purchase is given up, the school says how much goes back, and the papers come. */
async function withdraw(page: Page, school: School, admin: Caller, invoice: string): Promise<void> {
  await page.goto("/profile?tab=purchases");
  const purchase = page.getByRole("article").filter({ hasText: "Primeros pasos" });
  await purchase.getByRole("button", { name: /^Renoncer au contrat ici/ }).click();
  const dialog = page.getByRole("dialog", { name: "Renoncer à ce contrat" });
  await dialog.getByRole("button", { name: "Confirmer la rétractation" }).click();
  await expect(page.getByText(/Votre rétractation est enregistrée/)).toBeVisible();
  const [waiting] = await admin.ok("GET", "/withdrawals");
  expect(waiting.outcome).toBe("REQUESTED");
  // The one lesson was opened: nothing is proposed, and the school gives a part back.
  await admin.ok("POST", `/withdrawals/${waiting.id}/decision`, { amount: 20 });
  const subjects = () => school.mailbox.to(PARENT).map(({ subject }) => subject);
  await expect
    .poll(subjects)
    .toContain("Accusé de réception de votre rétractation : Primeros pasos");
  school.sql("UPDATE jobs SET last_run_at = NULL WHERE name = 'refunds'"); // not only the next minute
  await expect.poll(() => subjects().join(), { timeout: 45_000 }).toContain("Votre avoir A");
  await page.reload();
  await expect(purchase).toContainText("Annulé");
  expect(invoice).toMatch(/F\d{4}-\d{5}/);
  await expect(purchase.getByRole("button", { name: /^Avoir A/ })).toBeVisible();
}

test("the first administrator fills an empty school, and a visitor finds it", async ({
  page,
  school,
  browser,
}) => {
  test.setTimeout(180_000);
  const admin = await openAsAdmin(page, school, "accueil");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Votre école ouvre bientôt");
  await expect(step(page, "Ouvrir au public")).toContainText("Attend 1, 2, 3");
  await accessible(page);

  await writeSettings(page);
  await addLanguage(page);
  await addLevel(page);
  await addTeacher(page);
  await writeFaq(page);
  await writeCourse(page);
  await writeLesson(page);

  await page.goto("/dashboard/accueil");
  await expect(step(page, "Les professeurs")).toContainText("Fait");
  await expect(step(page, "Un premier cours")).toContainText("Fait");
  await expect(step(page, "L’école")).toContainText("En cours");
  await expect(step(page, "Les e-mails")).toContainText("Fait");
  await admin.ok("PATCH", "/courses/admin/1/publish");

  const visitor = await browser.newPage({ baseURL: school.url, locale: "fr-FR" });
  await visitor.goto("/");
  await visitor
    .getByRole("main")
    .getByRole("link", { name: /^Espagnol/ })
    .first()
    .click();
  await expect(visitor).toHaveURL(/\/courses\?language=espagnol/i);
  await visitor.locator("label").filter({ hasText: "Atelier, tous niveaux" }).click();
  await expect(visitor).toHaveURL(/level=Atelier/);
  await visitor.getByRole("link", { name: "Primeros pasos", exact: true }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Primeros pasos");
  await expect(visitor.getByText("En el bar").first()).toBeVisible();

  await visitor.goto("/faq");
  await expect(visitor.getByRole("heading", { name: "Venir à l’école" })).toBeVisible();
  await visitor.getByText("Où se garer ?").click();
  await expect(visitor.getByText("Sous les platanes.")).toBeVisible();
  const meeting = visitor.getByRole("link", { name: /^Choisir un créneau/ });
  await expect(meeting).toHaveAttribute("href", "https://agenda.example/passerelle");

  await visitor.goto("/test?language=espagnol");
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("ESPAGNOL");
  await expect(visitor.getByText("Aucune question")).toBeVisible();

  const number = await buyForChild(visitor, school);
  await followTheChild(visitor);
  await withdraw(visitor, school, admin, number);
  await visitor.context().close();
  expect(school.run("doctor")).toContain("Everything is in order");

  await page.goto("/dashboard/accueil");
  await page.getByRole("button", { name: "Ranger ce guide" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bonjour");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bonjour");
});

test("every page of an empty school says that it is empty, and none waits", async ({
  page,
  school,
}) => {
  school.sql("DELETE FROM faq_categories");
  for (const path of [
    "/",
    "/courses?type=ONLINE",
    "/faq",
    "/tests",
    "/test?language=FRENCH",
    "/contacts",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Chargement…" })).toHaveCount(0);
  }
  await openAsAdmin(page, school, "faq/list");
  await expect(page.getByText("Aucune catégorie pour le moment")).toBeVisible();
});
