// How much a task asks of whoever does it: presses and fields that are filled, counted where they happen.
import type { Locator, Page } from "@playwright/test";
import { choose } from "./staff.ts";

export class Effort {
  clicks = 0;
  fields = 0;

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  /** A list costs two presses: one opens it, one chooses. */
  async choose(page: Page, label: string, option: string): Promise<void> {
    this.clicks += 2;
    await choose(page, label, option);
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.fields += 1;
    await field.fill(text);
  }
}
