// What staff does with courses in the dashboard.
import { expect, type Locator, type Page } from "@playwright/test";
import { Caller } from "./api.ts";
import { password, type School } from "./school.ts";
import { enter } from "./visitor.ts";

/** Opens a page of the dashboard as an editor. */
export async function openAsEditor(page: Page, school: School, path: string): Promise<Caller> {
  const editor = await new Caller(school.url).signIn("editor@preau.test", password);
  await enter(page, editor);
  await page.goto(`/dashboard/${path}`);
  return editor;
}

/** The id of a course by its name. */
export async function idOf(editor: Caller, name: string): Promise<number> {
  const courses: { id: number; name: string }[] = await editor.ok("GET", "/courses");
  return courses.find((course) => course.name === name)?.id ?? 0;
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** The rows of the lists on a page: of tables, and the cards that stand for them where there is less room. */
export const rowsOf = (page: Page): Locator =>
  page.locator("[data-layout] > table > tbody > tr, [data-layout] > ul > li");

/** What opens the menu of a row. */
export const moreOf = (row: Locator): Locator =>
  row.getByRole("button", { name: /^Autres actions/ });

/** Opens the menu of a row; answers the entry that does this. */
export async function inMenu(row: Locator, name: string | RegExp): Promise<Locator> {
  await moreOf(row).click();
  return row.page().getByRole("menuitem", { name });
}

/** Does something that stands in the menu of a row. */
export async function act(row: Locator, name: string | RegExp): Promise<void> {
  await (await inMenu(row, name)).click();
}

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ hasText: name });

/** In so many days of the school, as it is typed in French. */
export function dayIn(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return day.toLocaleDateString("fr-FR", { timeZone: "Europe/Paris" });
}

/** Fills all that a course needs; its modules cost 60 and 75,50 €. */
export async function fillCourse(page: Page, name: string): Promise<void> {
  await page.getByLabel("Titre du cours").fill(name);
  await page.getByLabel("Description courte").fill("Deux heures pour parler autour d’un café.");
  await page.getByRole("textbox", { name: /^Description détaillée/ }).fill("On goûte, on raconte.");
  await choose(page, "Type", "Présentiel");
  await choose(page, "Langue", "Italien");
  await choose(page, "Niveau", "A2");
  await page.getByRole("combobox", { name: "Professeur" }).click();
  await page.getByRole("option").first().click();
  await page.getByLabel("Durée en heures").fill("20");
  await page.getByLabel("Lieu (facultatif)").fill("Salle Cézanne");
  await page.getByRole("button", { name: "Ajouter un objectif" }).click();
  await page.keyboard.type("Commander un café");
  await addModule(page, 1, "Al bar", "60");
  await addModule(page, 2, "Al mercato", "75,5");
  // Until the price follows, saving is refused.
  await expect(page.getByRole("status", { name: "Prix du cours" })).toHaveText("135,50 €");
}

/** Adds a module at the end; the focus goes to its title by itself. */
export async function addModule(page: Page, place: number, title: string, price: string) {
  await page.getByRole("button", { name: "Ajouter un module" }).click();
  await expect(page.getByLabel(`Titre du module ${place}`)).toBeFocused();
  await page.keyboard.type(title);
  await page.getByLabel(`Prix du module ${place}`).fill(price);
}

/** Signs out in the dashboard. What the page still reads would be refused afterwards: it is waited for. */
export async function signOut(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page).toHaveURL(/\/login$/);
}
