import { expect, type Page } from "@playwright/test";
import { accessible } from "./test.ts";

/** Each language on one of the two screens: what differs between screens does not differ between languages. */
const looks = [
  { language: "fr", width: 1440 },
  { language: "en", width: 390 },
  { language: "it", width: 1440 },
  { language: "zh", width: 390 },
];

/** Axe finds nothing on the page in any language. */
export async function accessibleEverywhere(
  page: Page,
  path: string,
  ready: (page: Page) => Promise<void>,
) {
  for (const { language, width } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/assets/i18n/fr.json"); // a place of the site where no script runs
    await page.evaluate((chosen) => localStorage.setItem("lang", chosen), language);
    await page.goto(path);
    await ready(page);
    await accessible(page);
  }
}

/** The page is not wider than the screen. */
export async function fits(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBe(0);
}
