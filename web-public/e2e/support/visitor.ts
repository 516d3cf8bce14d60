import { expect, type Locator, type Page } from "@playwright/test";
import { type Caller, visitorPassword } from "./api.ts";
import { Effort } from "./clicks.ts";

export type Person = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  birthDate: string;
};

export function person(firstName: string, email: string): Person {
  return { firstName, lastName: "Morel", email, phone: "6 39 98 12 04", birthDate: "14/03/1991" };
}

/** In a week, as it is typed in French. */
export function nextWeek(): string {
  const day = new Date();
  day.setDate(day.getDate() + 7);
  return day.toLocaleDateString("fr-FR");
}

/** From the front page to the details of the booking: Italian in person, two modules, a date. */
export async function chooseTwoItalianModules(page: Page, course: string): Promise<string[]> {
  await page.goto("/");
  await page.getByRole("main").getByRole("button", { name: "Cours en présentiel" }).click();
  await page.getByRole("dialog").getByText("Italien", { exact: true }).click();
  await expect(page).toHaveURL(/\/courses\?.*language=Italien/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cours en présentiel");
  const dialog = await openSelection(page, course, new Effort());
  await dialog.getByLabel("Date de démarrage souhaitée").fill(nextWeek());
  return await takeTwoModules(page, dialog, new Effort());
}

/** From the list of courses to the selection of one of them. */
export async function openSelection(page: Page, course: string, effort: Effort): Promise<Locator> {
  await effort.click(page.getByRole("link", { name: `Découvrir plus : ${course}` }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course);
  await effort.click(page.getByRole("button", { name: "S’inscrire au cours" }));
  return page.getByRole("dialog", { name: "Votre sélection" });
}

/** Marks the first two modules and goes on; answers their titles. */
export async function takeTwoModules(
  page: Page,
  dialog: Locator,
  effort: Effort,
): Promise<string[]> {
  const modules = dialog.getByRole("checkbox");
  const titles: string[] = [];
  for (const index of [0, 1]) {
    await effort.click(modules.nth(index));
    titles.push((await modules.nth(index).locator("b").innerText()).trim());
  }
  await expect(dialog.getByRole("radio", { name: /Quelques modules/ })).toBeChecked();
  await effort.click(dialog.getByRole("button", { name: "Continuer" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vos informations");
  return titles;
}

async function pick(scope: Locator, label: string, search: string, option: RegExp): Promise<void> {
  const field = scope.getByRole("combobox", { name: label });
  // The dial code brings its country along: typing the same again would not open the list.
  await field.fill("");
  await field.fill(search);
  await scope.page().getByRole("option", { name: option }).first().click();
}

/** Fills the fields of one person. */
export async function fillPerson(scope: Locator, who: Person): Promise<void> {
  await scope.getByLabel("Prénom", { exact: true }).fill(who.firstName);
  await scope.getByLabel("Nom", { exact: true }).fill(who.lastName);
  await scope.getByLabel("Adresse e-mail").fill(who.email);
  await pick(scope, "Indicatif", "France", /\+33/);
  await scope.getByLabel("Téléphone").fill(who.phone);
  await pick(scope, "Pays", "France", /^France$/);
  await scope.getByLabel("Date de naissance").fill(who.birthDate);
  // Only of who books, and only where there is an invoice.
  if ((await scope.getByLabel("Numéro et rue").count()) > 0) await fillAddress(scope);
}

/** Where the invoice is addressed to. */
export async function fillAddress(scope: Locator | Page): Promise<void> {
  await scope.getByLabel("Numéro et rue").fill("8, cours Mirabeau");
  await scope.getByLabel("Code postal").fill("13100");
  await scope.getByLabel("Ville").fill("Aix-en-Provence");
}

export const booker = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Qui réserve ?" }) });

export const learner = (page: Page) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Qui va suivre le cours ?" }) })
    .last();

export async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel("Mot de passe", { exact: true }).fill(visitorPassword);
  await page.getByLabel("Confirmation", { exact: true }).fill(visitorPassword);
}

/** Ticks what the sale asks to be agreed to: terms of sale, and an early start. */
export async function agree(page: Page): Promise<void> {
  const boxes = page.getByRole("region", { name: "Avant de réserver" }).getByRole("checkbox");
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.check();
}

export async function toPayment(page: Page): Promise<void> {
  await agree(page);
  await page.getByRole("button", { name: "Continuer vers le paiement" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirmation et paiement");
}

/** Types a card and pays. */
export async function pay(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel("Titulaire de la carte").fill("Jeanne Morel");
  await page.getByLabel("Numéro de carte").fill(cardNumber);
  await page.getByLabel("Expiration").fill("1130");
  await page.getByLabel("Cryptogramme").fill("123");
  await page.getByRole("button", { name: /^Payer .*€$/ }).click();
}

export async function enrolled(page: Page): Promise<Locator> {
  await expect(page).toHaveURL(/\/reservation\/success$/, { timeout: 20_000 });
  const done = page.getByRole("main");
  await expect(done.getByRole("heading", { level: 1 })).toContainText(/place .*est réservée/);
  return done;
}

/** The subscriptions page shows this course with exactly these modules. */
export async function sees(page: Page, course: string, modules: string[]): Promise<void> {
  await page.goto("/profile/subscriptions");
  const card = page.getByRole("article").filter({ hasText: course });
  await expect(card).toHaveCount(1);
  for (const title of modules)
    await expect(card.getByRole("listitem").filter({ hasText: title })).toBeVisible();
}

/** Opens the site as somebody who is signed in, once: what the tab does afterwards stands. */
export async function enter(page: Page, who: Caller): Promise<void> {
  const user = await who.ok("GET", "/users/me");
  const kept = { user: JSON.stringify(user), ...tokensOf(who) };
  await page.addInitScript((kept) => {
    // Frames of others have no business here.
    if (window !== window.top || sessionStorage.getItem("entered")) return;
    for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
    sessionStorage.setItem("entered", "true");
  }, kept);
}

function tokensOf({ token = "", refreshToken = "" }: Caller) {
  return { accessToken: token, refreshToken };
}
