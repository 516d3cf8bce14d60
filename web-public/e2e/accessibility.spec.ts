// What a keyboard, the colours of the reader and a printer make of the public site.
import type { Locator, Page } from "@playwright/test";
import { bookableCourse } from "./support/api.ts";
import { focused } from "./support/keyboard.ts";
import { arrive, moduleOf, subscriptionOf } from "./support/learner.ts";
import { expect, test } from "./support/test.ts";

const PHONE = { width: 390, height: 844 };

const drawn = (place: Locator) =>
  place.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return [backgroundColor, color].join();
  });

/** Drawn in another way than its neighbour, in the colours of the reader. */
async function differ(chosen: Locator, other: Locator): Promise<void> {
  expect(await drawn(chosen.first())).not.toBe(await drawn(other.first()));
}

test.describe("in forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

  test("what is chosen, taken and done differs from what is not", async ({ page, school }) => {
    const course = await bookableCourse(school.url);
    await page.goto("/courses?language=Italien&type=IN_PERSON");
    const filters = page
      .locator("form")
      .filter({ has: page.getByRole("group", { name: "Langue" }) });
    await differ(
      filters.locator("label:has(input[type=radio]:checked)"),
      filters.locator("label:has(input[type=radio]:not(:checked))"),
    );
    const level = filters.getByRole("checkbox", { name: "A1" });
    await level.click();
    await expect(level).toBeChecked();
    await differ(
      filters.locator("input:checked + span"),
      filters.locator("input:not(:checked) + span"),
    );
    const ways = page
      .getByRole("main")
      .getByRole("navigation")
      .or(page.locator("header"))
      .getByRole("link");
    await differ(
      ways.and(page.locator("[aria-current]")),
      ways.and(page.locator(":not([aria-current])")),
    );

    await page.goto(`/online-course-details?id=${course.id}`);
    const panel = page
      .getByRole("complementary", { name: /./ })
      .filter({ has: page.getByRole("radio") });
    await differ(
      panel.getByRole("radio", { checked: true }),
      panel.getByRole("radio", { checked: false }),
    );
    const seats = panel.locator("[class*=_seat_]");
    await differ(
      seats.and(page.locator("[data-taken]")),
      seats.and(page.locator(":not([data-taken])")),
    );

    await page.goto("/");
    const dots = page.getByRole("tab");
    await differ(
      dots.and(page.locator("[aria-selected=true]")),
      dots.and(page.locator("[aria-selected=false]")),
    );

    await page.goto("/test?language=ITALIAN&form=fixed");
    await page.getByRole("radio").first().check();
    const options = page.locator("label:has(> input[type=radio])");
    await differ(
      options.filter({ has: page.locator(":checked") }),
      options.filter({ hasNot: page.locator(":checked") }),
    );
    const arches = page.getByRole("complementary").locator("ol a:not([aria-current])");
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await differ(
      arches.and(page.locator("[data-lit]")),
      arches.and(page.locator(":not([data-lit])")),
    );

    await page.goto("/settings");
    await differ(
      page.getByRole("radio", { checked: true }),
      page.getByRole("radio", { checked: false }),
    );
  });

  test("progress, tabs and lessons too", async ({ page, school }) => {
    const { student } = await arrive(page, school, "ACTIVE");
    await page.goto("/profile/subscriptions");
    await differ(
      page.getByRole("tab", { selected: true }),
      page.getByRole("tab", { selected: false }),
    );
    const progress = page.getByRole("progressbar").first();
    await differ(progress.locator("[data-state=done] > span"), progress.locator("[data-state]"));
    const active = await subscriptionOf(student, "ACTIVE");
    await page.goto(moduleOf(active, active.nextModuleId));
    const lessons = page.locator("nav li > a");
    await differ(
      lessons.and(page.locator("[aria-current]")),
      lessons.and(page.locator(":not([aria-current])")),
    );
  });
});

test("the booking comes before the course, and each group of radios is one stop", async ({
  page,
  school,
}) => {
  const course = await bookableCourse(school.url);
  await page.goto(`/online-course-details?id=${course.id}`);
  await page.getByRole("link", { name: "Accueil", exact: true }).focus();
  const stops: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    stops.push(await focused(page));
  }
  const whole = stops.findIndex((stop) => /Le cours complet/.test(stop));
  expect(whole, stops.join(" → ")).toBeGreaterThanOrEqual(0);
  expect(stops.filter((stop) => /Le cours complet|Quelques modules/.test(stop))).toHaveLength(1);
  expect(stops.some((stop) => /^S’inscrire/.test(stop))).toBe(true);

  await page.getByRole("complementary").getByRole("radio", { checked: true }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /Quelques modules/ })).toBeFocused();
  await expect(page.getByRole("radio", { name: /Quelques modules/ })).toBeChecked();
});

const atStart = (page: Page) => page.getByRole("dialog").locator(":focus");

test("a dialog opens at its first field or its title, and gives the focus back", async ({
  page,
  school,
}) => {
  const course = await bookableCourse(school.url);
  await page.goto("/");
  const online = page.getByRole("main").getByRole("button", { name: "Cours en ligne" });
  await online.press("Enter");
  await expect(atStart(page)).toHaveRole("heading");
  await page.keyboard.press("Escape");
  await expect(online).toBeFocused();

  await page.goto(`/online-course-details?id=${course.id}`);
  const enrol = page.getByRole("button", { name: "S’inscrire au cours" });
  await enrol.press("Enter");
  await expect(atStart(page)).toHaveRole("radio");
  await expect(atStart(page)).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(enrol).toBeFocused();

  await page.setViewportSize(PHONE);
  await page.goto("/courses?type=ONLINE");
  await expect(atStart(page)).toHaveRole("heading");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const filters = page.getByRole("button", { name: "Filtres", exact: true });
  await filters.press("Enter");
  await expect(atStart(page)).toHaveRole("radio");
  await page.keyboard.press("Escape");
  await expect(filters).toBeFocused();
});

test("on paper a course is whole, without panel and buttons", async ({ page, school }) => {
  const course = await bookableCourse(school.url);
  await page.goto(`/online-course-details?id=${course.id}`);
  const last = page.locator("#programme details").last();
  await expect(last.locator("summary ~ *").first()).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(last.locator("summary ~ *").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const gone of ["aside", "nav", "button", ".mantine-Button-root"])
    await expect(page.locator(`:is(main, header) ${gone}`).filter({ visible: true })).toHaveCount(
      0,
    );
});

test("the wave of a recording is seen on a phone in Chinese", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/assets/i18n/fr.json"); // a place of the site where no script runs
  await page.evaluate(() => localStorage.setItem("lang", "zh"));
  await page.goto("/test?language=CHINESE&form=fixed");
  const wave = page.locator("[class*=_wave_] > span").nth(20);
  await expect(wave).toBeAttached();
  const box = await wave.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
