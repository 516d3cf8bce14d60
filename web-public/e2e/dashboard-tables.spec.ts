// The lists of the dashboard at every width: a table where there is room, else cards; no row is tall, nothing sticks out.
import type { Locator, Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { act, idOf, inMenu, moreOf, rowsOf } from "./support/staff.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const WIDTHS = [320, 390, 768, 1024, 1440, 1920];
const TALLEST = 110; // pixels
const LISTS = [
  "accueil",
  "course/list",
  "user-management",
  "sales/reservations",
  "sales/subscriptions",
  "sales/invoices",
  "certificates",
  "comment/list",
  "audit",
  "mails",
  "test-creator?language=it",
  "course-metadata",
  "course-metadata?tab=levels",
  "course-metadata?tab=teachers",
  "course-metadata?tab=categories",
  "faq/list",
  "stats",
];
/** What holds no rows of a table in the demo school. */
const ROWLESS = ["faq/list"];
/** Forms and the pages about one thing: nothing of them sticks out either. */
const FORMS = [
  "course/add",
  "comment/add",
  "faq/add",
  "messages",
  "sales/withdrawals",
  "school/settings",
  "school/pages",
  "school/checklist",
  "academic-content",
];

async function asAdmin(page: Page, school: School): Promise<Caller> {
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  await enter(page, admin);
  return admin;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/dashboard/${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** How far the page can be scrolled sideways, and who is wider than the page, in pixels. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const main = document.getElementById("main");
    return {
      page: document.documentElement.scrollWidth - window.innerWidth,
      main: main ? main.scrollWidth - main.clientWidth : 0,
    };
  });

const heights = (page: Page) =>
  rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => Math.round(row.getBoundingClientRect().height)),
  );

for (const width of WIDTHS) {
  test(`at ${width} pixels no row is tall and nothing sticks out`, async ({ page, school }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    const admin = await asAdmin(page, school);
    await new Caller(school.url).call("POST", "/contact", {
      name: "Zoé Blanc",
      email: "zoe@exemple.test",
      subject: "Janvier",
      message: "Puis-je commencer en janvier ?",
      consent: true,
    });
    const course = await idOf(admin, "Chiacchierare, parler de soi");
    for (const path of [...LISTS, `course/${course}/learners`]) {
      await open(page, path);
      if (!ROWLESS.includes(path)) await expect(rowsOf(page).first(), path).toBeAttached();
      expect(
        Math.max(0, ...(await heights(page))),
        `the tallest row of ${path}`,
      ).toBeLessThanOrEqual(TALLEST);
      expect(await sideways(page), path).toEqual({ page: 0, main: 0 });
    }
    const [sale] = await admin.ok("GET", "/reservations");
    const [entry] = await admin.ok("GET", "/faq");
    const ofOne = [
      `course/edit/${course}`,
      `course/modules/${course}`,
      `course/preview/${course}`,
      `course/${course}/cancel`,
      `sales/reservations/${sale.id}`,
      `faq/edit/${entry.id}`,
      "school/pages/cgv",
    ];
    for (const path of [...FORMS, ...ofOne]) {
      await open(page, path);
      expect(await sideways(page), path).toEqual({ page: 0, main: 0 });
    }
  });
}

test("on a desk rows are 52 pixels high and titles have their room", async ({ page, school }) => {
  await asAdmin(page, school);
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "course/list");
    await expect(page.getByRole("row")).toHaveCount(11);
    expect(await heights(page), `at ${width}`).toEqual(Array(10).fill(52));
    const title = await page.getByRole("cell").first().boundingBox();
    expect(title?.width, `at ${width}`).toBeGreaterThanOrEqual(240);
  }
  // At 1920 the width is used: the list ends where the page does.
  const list = await page.getByRole("table").boundingBox();
  expect(Math.round((list?.x ?? 0) + (list?.width ?? 0))).toBe(1920 - 36);
});

test("on a tablet questions of the FAQ have their room", async ({ page, school }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await asAdmin(page, school);
  await open(page, "faq/list");
  const entries = page.locator("#main ol > li");
  await expect(entries.first()).toBeVisible();
  const tall = await entries.evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(Math.max(...tall)).toBeLessThanOrEqual(TALLEST);
});

test("on a phone the first page is short", async ({ page, school }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await asAdmin(page, school);
  await open(page, "accueil");
  await expect(rowsOf(page)).toHaveCount(11);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(1900);
});

test("cards are put in order and turned over without headers", async ({ page, school }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await asAdmin(page, school);
  await open(page, "course/list");
  const cards = page.getByRole("list", { name: "Liste des cours" }).getByRole("listitem");
  await expect(cards).toHaveCount(10);
  await expect(cards.first()).toContainText("Anglais de l’été");
  await page.getByRole("button", { name: "Ordre croissant" }).click();
  await expect(page.getByRole("button", { name: "Ordre décroissant" })).toBeVisible();
  await expect(cards.first()).not.toContainText("Anglais de l’été");
  await page.getByRole("combobox", { name: "Trier par" }).click();
  await page.getByRole("option", { name: "Statut" }).click();
  await expect(page).toHaveURL(/sort=status/);
  await expect(cards.first()).toContainText("Publié");
  await page.getByRole("button", { name: "Ordre croissant" }).click();
  await expect(cards.first()).toContainText("Archivé");

  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages.getByText("1 / 3")).toBeVisible();
  await pages.getByRole("button", { name: "Suivant" }).click();
  await expect(pages.getByText("2 / 3")).toBeVisible();
  const [back, next] = [
    await pages.getByRole("button", { name: "Retour" }).boundingBox(),
    await pages.getByRole("button", { name: "Suivant" }).boundingBox(),
  ];
  expect(back?.y).toBe(next?.y);
  await accessible(page);
});

test("the menu of a row is reached by keyboard, holds what is dangerous last, and gives the focus back", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await asAdmin(page, school);
  await open(page, "course/list");
  const row = rowsOf(page).first();
  await moreOf(row).press("Enter");
  const entries = page.getByRole("menuitem");
  await expect(entries.first()).toBeFocused();
  await expect(entries.last()).toHaveText("Supprimer");
  await accessible(page);
  await page.keyboard.press("End");
  await expect(entries.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Voulez-vous vraiment");
  await page.keyboard.press("Escape");
  await expect(moreOf(row)).toBeFocused();
});

test("a tablet that is turned takes nothing of what is typed into the dialog of a row", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await asAdmin(page, school);
  await open(page, "certificates");
  const list = page.locator("#main [data-layout]");
  await act(rowsOf(page).first(), /^Révoquer/);
  const reason = page.getByRole("dialog").getByRole("textbox");
  await reason.fill("Délivrée par erreur");
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(reason).toHaveValue("Délivrée par erreur");
    await expect(reason).toBeFocused();
    await expect(list).toHaveAttribute("data-layout", "wide");
    expect((await sideways(page)).page).toBe(0);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Quitter sans enregistrer" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(list).toHaveAttribute("data-layout", "compact");
  await expect(page.locator("body")).not.toBeFocused();
  expect(await sideways(page)).toEqual({ page: 0, main: 0 });
});

test("on a phone the menu of a row comes from the foot of the screen", async ({ page, school }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await asAdmin(page, school);
  await open(page, "user-management");
  const entry = await inMenu(rowsOf(page).first(), /^Supprimer/);
  await expect(entry).toBeVisible();
  const menu = await page.getByRole("menu").boundingBox();
  expect(menu?.width).toBe(390);
  expect(Math.round((menu?.y ?? 0) + (menu?.height ?? 0))).toBe(844);
  await accessible(page);
});

test("on a tablet the menu is a rail of signs that say what they are", async ({ page, school }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await asAdmin(page, school);
  await open(page, "accueil");
  const nav = page.getByRole("navigation", { name: "Principale" });
  expect((await nav.boundingBox())?.width).toBeLessThanOrEqual(76);
  await nav.getByRole("link", { name: "Journal" }).hover();
  await expect(page.getByRole("tooltip")).toHaveText("Journal");
  await nav.getByRole("button", { name: "Cours" }).click();
  await page.getByRole("menuitem", { name: "Liste des cours" }).click();
  await expect(page).toHaveURL(/course\/list$/);
  await accessible(page);
});

/** What a press on the middle of it would reach is itself. */
const free = (button: Locator) =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return element.contains(there);
  });

test("a message covers neither the button of a page nor the bar of a form", async ({
  page,
  school,
}) => {
  await asAdmin(page, school);
  const draft = "Job interview, se présenter en anglais";
  const published = page.getByText(`« ${draft} » est publié.`);
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    school.sql(`UPDATE courses SET status = 'DRAFT' WHERE name = '${draft}'`);
    await page.setViewportSize({ width, height });
    await open(page, "course/list?q=job");
    await page.getByRole("button", { name: `Publier « ${draft} »` }).click();
    await expect(published).toBeVisible();
    expect(await free(page.getByRole("link", { name: "Créer un nouveau cours" }))).toBe(true);
    await page.getByRole("link", { name: draft, exact: true }).click();
    const save = page.getByRole("button", { name: "Mettre à jour" });
    await expect(save).toBeVisible();
    await expect(published).toBeVisible();
    expect(await free(save), `at ${width}`).toBe(true);
  }
});

for (const width of [320, 390]) {
  test(`at ${width} pixels questions of the FAQ are low`, async ({ page, school }) => {
    await page.setViewportSize({ width, height: 900 });
    await asAdmin(page, school);
    await open(page, "faq/list");
    const entries = page.locator("#main li").filter({ has: page.locator("a[href*='/faq/edit/']") });
    await expect(entries.first()).toBeVisible();
    const tall = await entries.evaluateAll((all) =>
      all.map((entry) => Math.round(entry.getBoundingClientRect().height)),
    );
    expect(Math.max(...tall)).toBeLessThanOrEqual(TALLEST);
    expect(await sideways(page)).toEqual({ page: 0, main: 0 });
  });
}
