// The page on which the school decides about a course that has too few learners.
import type { Locator, Page } from "@playwright/test";
import type { Caller } from "./api.ts";
import { asAdmin, type SmallCourse } from "./decisions.ts";
import type { School } from "./school.ts";
import { enter } from "./visitor.ts";

export const pageOf = ({ id }: SmallCourse, page: "decision" | "places") =>
  `/dashboard/course/${id}/${page}`;

/** Enters as the administrator. */
export async function enterAsAdmin(page: Page, school: School): Promise<Caller> {
  const admin = await asAdmin(school.url);
  await enter(page, admin);
  return admin;
}

export const effects = (page: Page): Locator =>
  page.getByRole("region", { name: "Ce que cela fait" });

/** Chooses what is done and asks what it does. */
export async function choose(
  page: Page,
  choice: RegExp,
  fill?: () => Promise<void>,
): Promise<void> {
  await page.getByRole("radio", { name: choice }).click();
  await fill?.();
  await page.getByRole("button", { name: "Voir les conséquences" }).click();
}

/** How a person stands among those whom a decision concerns. */
export const reservationOf = (page: Page, name: string): Locator =>
  effects(page).getByRole("listitem").filter({ hasText: name });

/** What a sum comes to. */
export const total = (page: Page, name: string): Locator =>
  effects(page).locator("dl > div").filter({ hasText: name });

/** What is said to be wrong with a field. */
export const faultOf = (field: Locator): Locator =>
  field.locator("xpath=ancestor::*[p[contains(@id, '-error')]][1]/p[contains(@id, '-error')]");
