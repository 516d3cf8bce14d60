// What narrows the lists of the dashboard: beside the search where there is room, behind one button on a phone.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { choose, rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const LISTS = [
  "course/list",
  "sales/reservations",
  "sales/subscriptions",
  "sales/invoices",
  "audit",
];

async function open(page: Page, school: School, path: string): Promise<void> {
  await enter(page, await new Caller(school.url).signIn("admin@preau.test", password));
  await page.goto(`/dashboard/${path}`);
  await expect(rowsOf(page).first()).toBeVisible();
}

/** Chosen words and placeholders that do not fit into their field. */
const cutWords = (page: Page) =>
  page.getByRole("main").evaluate((main) => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...main.querySelectorAll("input")].flatMap((field) => {
      const words = field.value || field.placeholder;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      if (!pen || field.type === "search" || field.offsetWidth === 0) return [];
      pen.font = font;
      const room =
        field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(words).width > room ? [words] : [];
    });
  });

test("no filter cuts its words, in any language at any width", async ({ page, school }) => {
  test.setTimeout(120_000);
  await open(page, school, "course/list");
  for (const language of ["fr", "en", "it", "zh"]) {
    await page.evaluate((chosen) => localStorage.setItem("lang", chosen), language);
    for (const path of LISTS) {
      await page.goto(`/dashboard/${path}`);
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language}`));
      for (const width of [768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(page.getByRole("main").locator("input").first()).toBeVisible();
        expect(await cutWords(page), `${path} in ${language} at ${width}`).toEqual([]);
      }
    }
  }
});

test("on a phone all filters stand behind one button that counts them, and the address keeps them", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, school, "course/list");
  await expect(page.getByRole("combobox", { name: "Statut" })).toHaveCount(0);
  const filters = page.getByRole("button", { name: "Filtres", exact: true });
  await filters.click();
  const sheet = page.getByRole("dialog", { name: "Filtres" });
  await expect(sheet).toBeVisible();
  await accessible(page);
  const box = await sheet.boundingBox();
  expect(box?.height).toBeLessThan(400); // as high as what it holds: no hole below its button
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  expect(await cutWords(page)).toEqual([]);
  await choose(page, "Type", "En ligne");
  await choose(page, "Statut", "Brouillons");
  await sheet.getByRole("button", { name: "Voir la liste" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/type=ONLINE&status=DRAFT$/);
  const counted = page.getByRole("button", { name: "Filtres (2)" });
  await expect(counted).toBeFocused();
  await accessible(page);
  await page.reload();
  await expect(counted).toBeVisible();
  await counted.click();
  await expect(sheet.getByRole("combobox", { name: "Statut" })).toHaveValue("Brouillons");
  await sheet.getByRole("button", { name: "Réinitialiser" }).click();
  await expect(page).toHaveURL(/course\/list$/);
  await sheet.getByRole("button", { name: "Fermer" }).click();
  await expect(filters).toBeVisible();
});

test("every list with filters has the one button on a phone", async ({ page, school }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page, school, "course/list");
  for (const path of LISTS) {
    await page.goto(`/dashboard/${path}`);
    await page.getByRole("button", { name: "Filtres", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Filtres" });
    await expect(sheet.getByRole("button", { name: "Voir la liste" })).toBeInViewport();
    await accessible(page);
  }
});

test("the calendar of a filter opens at this month", async ({ page, school }) => {
  await open(page, school, "sales/reservations");
  await page.getByRole("button", { name: "Choisir dans le calendrier" }).first().click();
  const month = new Intl.DateTimeFormat("fr-FR", {
    month: "long",
    timeZone: "Europe/Paris",
    year: "numeric",
  }).format(new Date());
  await expect(page.getByRole("button", { name: new RegExp(`^${month}$`, "i") })).toBeVisible();
});
