// Language and size of the text: tried, confirmed, kept here and on the account.
import type { Page } from "@playwright/test";
import { password } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { expect, test } from "./support/test.ts";

const rootSize = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

async function signIn(page: Page) {
  await page.goto("/login");
  await page.getByLabel("Adresse e-mail").fill("student@preau.test");
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("dialog").getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("a choice shows in the preview only, then on every page, and stays after a reload", async ({
  page,
}) => {
  await page.goto("/settings");
  await expect(page).toHaveTitle(/^Réglages d’affichage · /);
  const slider = page.getByRole("slider", { name: "Taille du texte" });
  await slider.focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("75");
  await page.getByRole("radio", { name: "Italiano" }).click();
  await expect(page.getByTestId("preview")).toContainText("Ogni corso riunisce");
  expect(await rootSize(page)).toBe("16px");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Réglages d’affichage");

  await page.getByRole("button", { name: "Confirmer vos choix" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Impostazioni di visualizzazione",
  );
  await expect(page.getByText("Le sue scelte sono state salvate.")).toBeVisible();
  expect(await rootSize(page)).toBe("24px");

  await page.reload();
  await expect(page.getByRole("slider")).toHaveValue("75");
  expect(await rootSize(page)).toBe("24px");
  await page.goto("/faq");
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  expect(await rootSize(page)).toBe("24px");
});

test("the account carries the choice to another device", async ({ page, browser, school }) => {
  await signIn(page);
  await page.goto("/settings");
  await page.getByRole("slider").fill("60");
  await page.getByRole("radio", { name: "English" }).click();
  await page.getByRole("button", { name: "Confirmer vos choix" }).click();
  await expect(page.getByText("Your choices have been saved.")).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: school.url });
  const other = await elsewhere.newPage();
  await signIn(other);
  await expect(other.locator("html")).toHaveAttribute("lang", "en");
  await expect.poll(() => rootSize(other)).toBe("19.2px");
  await elsewhere.close();
});

test("an account that cannot be reached is told, and the device keeps the choice", async ({
  page,
  expectedFailures,
}) => {
  await signIn(page);
  expectedFailures.push(/^500 PUT \/api\/users\/\d+$/);
  await page.route("**/api/users/*", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 500, json: { code: "internal" } })
      : route.fallback(),
  );
  await page.goto("/settings");
  await page.getByRole("slider").fill("60");
  await page.getByRole("button", { name: "Confirmer vos choix" }).click();
  await expect(page.getByText(/n’ont pas pu être gardés sur votre compte/)).toBeVisible();
  expect(await rootSize(page)).toBe("19.2px");
});

test("nothing is lost at twice the size on a narrow screen", async ({ page }) => {
  await page.goto("/assets/i18n/fr.json");
  await page.evaluate(() => localStorage.setItem("fontSize", "100"));
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of [
    "/settings",
    "/faq",
    "/contacts?to=Chiara&subject=meeting",
    "/confidentialite",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
  }
});

test("machines find nothing to object to in any language", async ({ page }) => {
  for (const path of ["/settings", "/confidentialite", "/accessibilite"]) {
    await accessibleEverywhere(page, path, async () => {
      await page.getByRole("heading", { level: 1 }).waitFor();
    });
  }
});
