import type { Page } from "@playwright/test";
import { accessible } from "./test.ts";

export const languages = ["fr", "en", "it", "zh"];
const widths = [1440, 390];

/** Axe finds nothing on the page in any language and on either screen. */
export async function accessibleEverywhere(
  page: Page,
  path: string,
  ready: (page: Page) => Promise<void>,
) {
  for (const language of languages) {
    await page.goto("/assets/i18n/fr.json"); // a place of the site where no script runs
    await page.evaluate((chosen) => localStorage.setItem("lang", chosen), language);
    await page.goto(path);
    await ready(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await accessible(page);
    }
  }
}
