// The lists of the dashboard at every width: a table where there is room, else cards; no row is tall, nothing sticks out.
import type { Locator, Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { buy, decide, newDates, smallCourse } from "./support/decisions.ts";
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
  "test-creator?language=it&tab=statistics",
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
    const root = document.documentElement; // narrower than the window while a dialog holds the place of its scrollbar
    const main = document.getElementById("main");
    return {
      page: Math.max(0, root.scrollWidth - root.clientWidth),
      main: main ? main.scrollWidth - main.clientWidth : 0,
    };
  });

/** Words that reach beyond the page and are cut there, though nothing can be scrolled. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const main = document.getElementById("main");
    const edge = main ? main.getBoundingClientRect().right : 0;
    const scrolls = (element: Element) =>
      ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    return [...(main?.querySelectorAll("h1, h2, h3, p, a, button, label, td, th") ?? [])]
      .filter((one) => {
        if (one.closest(".hidden") || one.getBoundingClientRect().right <= edge + 1) return false;
        for (let up = one.parentElement; up && up !== main; up = up.parentElement)
          if (scrolls(up)) return false;
        return true;
      })
      .map((one) => one.textContent);
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
    const asked = await smallCourse(admin);
    await buy(school.url, asked, ["Jeanne", "Morel"]);
    await decide(admin, asked, newDates);
    for (const path of [...LISTS, `course/${course}/learners`, `course/${asked.id}/places`]) {
      await open(page, path);
      if (!ROWLESS.includes(path)) await expect(rowsOf(page).first(), path).toBeAttached();
      expect(
        Math.max(0, ...(await heights(page))),
        `the tallest row of ${path}`,
      ).toBeLessThanOrEqual(TALLEST);
      expect(await sideways(page), path).toEqual({ page: 0, main: 0 });
      expect(await cut(page), path).toEqual([]);
    }
    const [sale] = await admin.ok("GET", "/reservations");
    const [entry] = await admin.ok("GET", "/faq");
    const ofOne = [
      `course/edit/${course}`,
      `course/modules/${course}`,
      `course/preview/${course}`,
      `course/${course}/cancel`,
      `course/${asked.id}/decision`,
      `sales/reservations/${sale.id}`,
      `faq/edit/${entry.id}`,
      "school/pages/cgv",
    ];
    for (const path of [...FORMS, ...ofOne]) {
      await open(page, path);
      expect(await sideways(page), path).toEqual({ page: 0, main: 0 });
      expect(await cut(page), path).toEqual([]);
    }
  });
}

test("on a tablet what can be done with a list stands beside its title", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await asAdmin(page, school);
  for (const path of ["sales/invoices", "sales/subscriptions", "test-creator?language=it"]) {
    await open(page, path);
    const head = page.locator("#main h1").locator("xpath=../../..");
    const all = await head
      .locator("a, button")
      .evaluateAll((some) => some.map((one) => one.getBoundingClientRect().top));
    expect(all.length, path).toBeGreaterThan(0);
    expect(new Set(all).size, `lines of ${path}`).toBe(1);
    const said = await head.locator("> div").first().boundingBox();
    expect(all[0], path).toBeLessThan((said?.y ?? 0) + (said?.height ?? 0));
  }
});

test("on a phone the open tab is in sight, and segments are as high as a finger", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await asAdmin(page, school);
  await open(page, "course-metadata?tab=categories");
  await expect(page.getByRole("tab", { name: /^Catégories/ })).toBeInViewport({ ratio: 0.95 });
  await open(page, "user-management");
  const segment = page.locator("label").filter({ hasText: /^Élèves$/ });
  expect((await segment.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test("a column that says nothing of any certificate is left out", async ({ page, school }) => {
  await asAdmin(page, school);
  await open(page, "certificates");
  const hours = page.getByRole("columnheader", { name: "Heures" });
  await expect(hours).toHaveCount(0);
  school.sql("UPDATE certificates SET hours = 24 WHERE id = (SELECT max(id) FROM certificates)");
  await page.reload();
  await expect(hours).toBeVisible();
});

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
  const toDo = page.getByRole("region", { name: "Ce qui vous attend" });
  await expect(toDo.getByText(/^\d+$/).first()).toHaveCSS("flex-shrink", "0");
});

for (const width of [320, 390]) {
  test(`at ${width} pixels cards of courses say their days`, async ({ page, school }) => {
    await page.setViewportSize({ width, height: 900 });
    await asAdmin(page, school);
    await open(page, "course/list");
    const cards = rowsOf(page);
    await expect(cards).toHaveCount(10);
    const hidden = await cards.evaluateAll((all) =>
      all.flatMap((card) => {
        const head = card.querySelector("[data-column=language]")?.closest("li > div");
        const days = card.querySelector("[data-column=language] span > span:last-child");
        if (!head || !days) return ["no days"];
        const [around, inside] = [head.getBoundingClientRect(), days.getBoundingClientRect()];
        const whole =
          inside.height > 0 &&
          inside.bottom <= around.bottom + 1 &&
          inside.right <= around.right + 1;
        return whole ? [] : [card.textContent];
      }),
    );
    expect(hidden).toEqual([]);
  });
}

test("on a card the address of a teacher is written lightly", async ({ page, school }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await asAdmin(page, school);
  await open(page, "course-metadata?tab=teachers");
  const address = rowsOf(page).first().getByRole("link", { name: /@/ });
  await expect(address).toHaveCSS("font-weight", "400");
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
  const entry = await inMenu(rowsOf(page).nth(9), /^Supprimer/);
  await expect(entry).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  const menu = await page.getByRole("menu").boundingBox();
  const veil = page.locator("[class*=veil]");
  expect(await veil.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
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

test("in Chinese no word of a table stands upright", async ({ page, school }) => {
  await asAdmin(page, school);
  await page.goto("/dashboard/accueil");
  await page.evaluate(() => localStorage.setItem("lang", "zh"));
  const course = await idOf(new Caller(school.url), "Chiacchierare, parler de soi");
  for (const path of ["course/list", "comment/list", "audit", `course/${course}/learners`]) {
    await open(page, path);
    await expect(page.locator("html")).toHaveAttribute("lang", /^zh/);
    await expect(rowsOf(page).first(), path).toBeVisible();
    const upright = await page
      .locator("#main table :is(th, td button, td div > span)")
      .evaluateAll((words) =>
        words
          .filter((word) => (word.textContent ?? "").trim().length > 1)
          .filter((word) => word.clientHeight > word.clientWidth && word.clientWidth > 0)
          .map((word) => word.textContent),
      );
    expect(upright, path).toEqual([]);
  }
});
