// What is on its way has the shape of what comes: as many columns, rows as high, at the same place.
import type { Locator, Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { rowsOf } from "./support/staff.ts";
import { expect, test, withoutServerRendering } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

/** Lists of the dashboard, and the call whose answer they show. */
const LISTS = [
  ["course/list", "/api/courses"],
  ["user-management", "/api/users"],
  ["sales/reservations", "/api/reservations"],
  ["sales/subscriptions", "/api/subscriptions"],
  ["sales/invoices", "/api/invoices"],
  ["certificates", "/api/certificates"],
  ["comment/list", "/api/comments"],
  ["audit", "/api/audit"],
  ["course-metadata?tab=teachers", "/api/teachers"],
] as const;

/** How long texts are is not known before: a header or a row may be one line higher. In pixels. */
const LINE = 18;

interface Shape {
  /** Of the first row, in pixels from the top of the page. */
  top: number;
  /** Of most rows, in pixels. */
  height: number;
  columns: number;
}

async function shapeOf(rows: Locator): Promise<Shape> {
  const all = await rows.evaluateAll((found) =>
    found.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return { top: top + window.scrollY, height, columns: row.querySelectorAll("td").length };
    }),
  );
  const heights = all.map(({ height }) => height).toSorted((one, other) => one - other);
  const [first] = all;
  if (!first) throw new Error("there are no rows");
  return { ...first, height: heights[Math.floor(heights.length / 2)] ?? 0 };
}

/** Both shapes of a list: while the answer of the call is held back, and after. */
async function shapes(page: Page, address: string, call: string, waiting: string, come: Locator) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const asked = (url: URL) => url.pathname === call;
  await page.route(asked, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(address);
  const outline = page.locator(`[aria-busy=true] ${waiting}`);
  await expect(outline.first()).toBeVisible();
  // Lines break elsewhere in the letters that stand in for those on their way.
  await page.evaluate(() => document.fonts.ready);
  const before = await shapeOf(outline);
  release();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  const after = await shapeOf(come);
  await page.unroute(asked);
  return { before, after };
}

for (const width of [390, 1440]) {
  test(`at ${width} pixels nothing jumps when a list of the dashboard comes`, async ({
    page,
    school,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await enter(page, await new Caller(school.url).signIn("admin@preau.test", password));
    for (const [path, call] of LISTS) {
      const address = `/dashboard/${path}`;
      const rows = ":is(tbody > tr, li)";
      const { before, after } = await shapes(page, address, call, rows, rowsOf(page));
      expect(before.columns, path).toBe(after.columns);
      expect(Math.abs(before.top - after.top), `the top of ${path}`).toBeLessThanOrEqual(LINE);
      expect(Math.abs(before.height - after.height), `a row of ${path}`).toBeLessThanOrEqual(LINE);
    }
  });
}

for (const width of [390, 768, 1440]) {
  test(`at ${width} pixels nothing jumps when the courses come`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await withoutServerRendering(page);
    for (const type of ["ONLINE", "IN_PERSON"]) {
      const address = `/courses?type=${type}`;
      const cards = page.locator("main article");
      const { before, after } = await shapes(page, address, "/api/courses", "[class*=card]", cards);
      expect(Math.abs(before.top - after.top), type).toBeLessThanOrEqual(4);
      expect(Math.abs(before.height / after.height - 1), type).toBeLessThanOrEqual(0.08);
    }
  });
}
