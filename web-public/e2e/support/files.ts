// Files that a page hands to the browser.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

/** Presses what brings a file; answers its name, its beginning and all of it. */
export async function kept(page: Page, name: RegExp) {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name }).first().click();
  const file = await coming;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), begins: bytes.subarray(0, 5).toString("latin1"), bytes };
}
