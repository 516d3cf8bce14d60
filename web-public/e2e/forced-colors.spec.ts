// With the colours of the system (forced colours) each control still shows which of its states it is in: its two pictures
// differ in more than a hair.
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { Caller } from "./support/api.ts";
import { demoStudent } from "./support/learner.ts";
import { difference, pictureOf } from "./support/pixels.ts";
import { password, type School } from "./support/school.ts";
import { idOf } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const CLEAR = 40; // pixels

test.use({ viewport: { width: 1440, height: 900 } });
test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active" }));

async function open(page: Page, school: School, path: string): Promise<Caller> {
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  await enter(page, admin);
  await page.goto(`/dashboard/${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  return admin;
}

/** Its picture is another one after this. */
async function shows(target: Locator, change: () => Promise<void>): Promise<void> {
  const before = await pictureOf(target);
  await change();
  await target.page().waitForTimeout(300); // a colour takes a moment
  expect(await difference(before, await pictureOf(target))).toBeGreaterThan(CLEAR);
}

/** Two signs of one size do not look the same. */
async function differ(one: Locator, other: Locator): Promise<void> {
  const pictures = await Promise.all(
    [await one.screenshot(), await other.screenshot()].map((picture) =>
      sharp(picture).resize(24, 24, { fit: "fill" }).png().toBuffer(),
    ),
  );
  expect(await difference(pictures[0] as Buffer, pictures[1] as Buffer)).toBeGreaterThan(CLEAR);
}

test("a radio and a switch", async ({ page, school }) => {
  const admin = await open(page, school, "sales/reservations?status=CONFIRMED");
  const { items } = await admin.ok("GET", "/reservations?status=CONFIRMED&size=1");
  await page.goto(`/dashboard/sales/reservations/${items[0].id}`);
  await page.getByRole("button", { name: "Rembourser", exact: true }).click();
  const stays = page.getByRole("radio", { name: /la place et l’accès/i });
  await shows(page.locator(".mantine-Radio-root").first(), () => stays.check());

  const course = await idOf(admin, "Chiacchierare, parler de soi");
  await page.goto(`/dashboard/course/${course}/learners`);
  const presence = page.getByRole("switch");
  await shows(page.locator(".mantine-Switch-root"), () => presence.uncheck({ force: true }));
});

test("a checkbox and a tab", async ({ page, school }) => {
  await open(page, school, "course-metadata?tab=teachers");
  await shows(page.locator(".mantine-Checkbox-root").first(), () =>
    page.getByRole("checkbox", { name: "Français" }).check(),
  );
  const tab = page
    .getByRole("tab", { name: /^Niveaux/ })
    .or(page.getByRole("link", { name: /^Niveaux/ }));
  await shows(tab, () => tab.click());
});

test("a filter, a page of a list and a place of the menu", async ({ page, school }) => {
  await open(page, school, "user-management");
  const learners = page.locator("label").filter({ hasText: /^Élèves$/ });
  await shows(learners, () => learners.click());
  await page.goto("/dashboard/user-management");
  const second = page.getByRole("button", { name: "Page 2" });
  await shows(second, () => second.click());
  const audit = page
    .getByRole("navigation", { name: "Principale" })
    .getByRole("link", { name: "Journal" });
  await shows(audit, () => audit.click());
});

test("a language of the level test", async ({ page, school }) => {
  await open(page, school, "test-creator?language=it");
  const english = page.getByRole("main").getByRole("link", { name: "Anglais", exact: true });
  await shows(english, () => english.click());
});

test("the chosen entry of a list, an entry of a menu under the keys", async ({ page, school }) => {
  await open(page, school, "course/list");
  await page.getByRole("combobox", { name: "Statut" }).click();
  const chosen = page.getByRole("option", { name: "Tous les statuts" });
  const before = await chosen.screenshot();
  await page.getByRole("option", { name: "Publiés" }).click();
  await page.getByRole("combobox", { name: "Statut" }).click();
  expect(await difference(before, await chosen.screenshot())).toBeGreaterThan(CLEAR);
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Autres actions/ })
    .first()
    .press("Enter");
  const entries = page.getByRole("menuitem");
  await expect(entries.first()).toBeFocused();
  const focused = await entries.first().screenshot();
  await page.keyboard.press("ArrowDown");
  expect(await difference(focused, await entries.first().screenshot())).toBeGreaterThan(CLEAR);
});

test("a taken seat and a free one", async ({ page, school }) => {
  await open(page, school, "accueil");
  const row = page.getByRole("row").filter({ hasText: "5 places sur 10" }).first();
  const seats = row.locator("[aria-hidden=true] > span");
  await differ(seats.first(), seats.last());
});

test("bars and the legend of a chart", async ({ page, school }) => {
  await open(page, school, "stats");
  const bars = page.locator("svg:has(rect + rect)").filter({ visible: true });
  await differ(bars.nth(0), bars.nth(3)); // all of the places, and none
  const legend = page.locator(".mantine-ColorSwatch-root");
  await expect(legend.first()).toBeVisible();
  for (const [one, other] of [
    [0, 1],
    [1, 2],
    [0, 2],
  ] as const) {
    await differ(legend.nth(one), legend.nth(other));
  }
});

test("the progress of a course", async ({ page, school }) => {
  await enter(page, await demoStudent(school.url));
  await page.goto("/profile/subscriptions");
  const steps = page.getByRole("article").first().getByRole("progressbar").locator("> *");
  await expect(steps.first()).toBeVisible();
  await differ(steps.first(), steps.last());
});

test("the sign of the school is no place of the menu", async ({ page, school }) => {
  await open(page, school, "accueil");
  const nav = page.getByRole("navigation", { name: "Principale" });
  await expect(nav.locator("[aria-current]")).toHaveCount(1);
  await expect(nav.locator("[aria-current]")).toHaveText("Accueil");
});
