// The front page: the two ways in, its sections, who teaches, what learners say; and how it looks when an answer is
// late, empty or missing. Its first view is server-rendered with the data, so late answers are tested by navigating from another page.
import type { Locator, Page } from "@playwright/test";
import { accessible, expect, test, withoutServerRendering } from "./support/test.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const languages = ["fr", "en", "it", "zh"];
const phone = { width: 390, height: 844 };

function testimonials(page: Page): Locator {
  return page.getByRole("region", { name: "Ce qu’on en dit à la sortie" });
}

function current(page: Page): Locator {
  return testimonials(page).getByRole("tab", { selected: true });
}

/** To the front page from within the site, so that the browser itself asks for its data. */
async function comeHome(page: Page): Promise<void> {
  await page.goto("/accessibilite");
  await page.getByRole("banner").getByRole("link", { name: "Préau, accueil" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Venez parler sous le préau.");
}

test("a hero button asks for the language by keyboard alone and leads to its courses", async ({
  page,
}) => {
  await page.goto("/");
  const button = page.getByRole("main").getByRole("button", { name: "Cours en ligne" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Quelle langue voulez-vous parler ?" });
  await expect(dialog.getByRole("link")).toHaveText(["Anglais", "Chinois", "Français", "Italien"]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("link", { name: "Italien" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/courses\?language=Italien&type=ONLINE$/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cours en ligne");
});

test("the links to the sections lead there, from afar and again, with the focus", async ({
  page,
}) => {
  await page.goto("/accessibilite");
  const nav = page.getByRole("navigation", { name: "Principale" });
  await nav.getByRole("link", { name: "L’équipe" }).click();
  const team = page.getByRole("heading", { level: 2, name: "Des professeurs qui vous écoutent" });
  await expect(team).toBeInViewport();
  await expect(team).toBeFocused();
  await expect(page.getByRole("listitem").filter({ hasText: "Chiara Bellini" })).toBeVisible();

  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(team).not.toBeInViewport();
  await expect(nav.getByRole("link", { name: "L’équipe" })).toHaveAttribute("aria-current", "page");
  await nav.getByRole("link", { name: "L’équipe" }).click();
  await expect(team).toBeInViewport();

  await page.setViewportSize(phone);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "La méthode" }).click();
  await expect(page).toHaveURL(/\/home\/features$/);
  await expect(page.getByRole("dialog")).toBeHidden();
  const method = page.getByRole("heading", { level: 2, name: /première conversation/ });
  await expect(method).toBeInViewport();
  await expect(method).toBeFocused();

  await page.goto("/home/team");
  await expect(team).toBeInViewport();
  await page.getByRole("link", { name: "Écrire à Chiara Bellini" }).click();
  await expect(page).toHaveURL(/\/contacts\?to=Chiara(%20|\+)Bellini$/);
});

test("the top bar leaves on the first scroll, nothing moves, and an arch leads back up", async ({
  page,
}) => {
  await page.goto("/");
  const phoneNumber = page.getByRole("banner").getByRole("link", { name: "04 65 71 00 12" });
  const up = page.getByRole("button", { name: "Haut de page" });
  const title = page.getByRole("heading", { level: 1 });
  await expect(phoneNumber).toBeVisible();
  const before = (await title.boundingBox())?.y ?? 0;
  await page.mouse.wheel(0, 30);
  await expect(phoneNumber).toBeHidden();
  expect((await title.boundingBox())?.y).toBeCloseTo(before - 30, 0);
  await expect(up).toBeHidden();

  await page.mouse.wheel(0, 600);
  await up.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(title).toBeFocused();
  await expect(up).toBeHidden();
  await expect(phoneNumber).toBeVisible();
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(phoneNumber).toBeHidden();
});

test("the language is chosen in the top bar and kept", async ({ page }) => {
  await page.goto("/");
  const bar = page.getByRole("banner");
  await bar.getByRole("button", { name: /Langue de l’interface/ }).click();
  await bar.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Come and talk under the préau.",
  );
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("main")).toContainText("from €6.50 to €8 an hour");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Come and talk under the préau.",
  );
});

test("the testimonials turn by key and by button, never by themselves", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  await expect(current(page)).toHaveAccessibleName(/^Témoignage 2 sur/);
  await page.clock.runFor(60_000);
  await expect(current(page)).toHaveAccessibleName(/^Témoignage 2 sur/);
  await expect(testimonials(page).getByRole("tab")).toHaveCount(5); // of more testimonials

  await current(page).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(current(page)).toHaveAccessibleName(/^Témoignage 1 sur/);
  await expect(current(page)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  const last = (await current(page).getAttribute("aria-label")) ?? "";
  expect(last).toMatch(/^Témoignage (\d+) sur \1,/);
  await expect(current(page)).toBeFocused();
  await testimonials(page).getByRole("button", { name: "Témoignage suivant" }).click();
  await expect(current(page)).toHaveAccessibleName(/^Témoignage 1 sur/);
});

test.describe("on a phone", () => {
  test.use({ viewport: phone, hasTouch: true });

  test("a finger turns the testimonials, one stands between the edges of two", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    const slide = testimonials(page).getByRole("tabpanel", { name: /^Témoignage 2 sur/ });
    await slide.scrollIntoViewIfNeeded();
    const box = await slide.boundingBox();
    if (!box) throw new Error("the slide has no place");
    expect(box.x).toBeGreaterThan(20);
    expect(box.x + box.width).toBeLessThan(phone.width - 20);
    await swipe(page, box.x + box.width - 20, box.y + box.height / 2, -180);
    await expect(current(page)).toHaveAccessibleName(/^Témoignage 3 sur/);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(phone.width);
  });
});

async function swipe(page: Page, x: number, y: number, by: number): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const at = (x: number) => ({ touchPoints: [{ x, y }] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(x) });
  for (const part of [0.2, 0.5, 0.8, 1]) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(x + by * part) });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("answers that are late, missing or empty have each their own look", async ({
  page,
  expectedFailures,
}) => {
  expectedFailures.push(/500 GET \/api\/(comments|teachers)/);
  let answer: "late" | "failed" | "none" = "late";
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await withoutServerRendering(page);
  await page.route(/\/api\/(comments|teachers)(\?|$)/, async (route) => {
    if (answer === "late") await released;
    if (answer === "none") return route.fulfill({ json: [] });
    return route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } });
  });

  await comeHome(page);
  await expect(testimonials(page).locator("[aria-busy=true]")).toBeVisible();
  await expect(page.getByRole("region", { name: /professeurs/ })).toContainText("Chargement");
  answer = "failed";
  release();
  const retry = page.getByRole("main").getByRole("button", { name: "Réessayer" });
  await expect(retry).toHaveCount(2);
  await expect(page.getByRole("alert").filter({ hasText: "témoignages" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "professeurs" })).toBeVisible();
  await accessible(page);

  answer = "none";
  await retry.last().click();
  await expect(testimonials(page)).toHaveCount(0);
  await retry.click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("region", { name: /professeurs/ })).toHaveCount(0);
});

for (const language of languages) {
  test(`nothing bars anyone from the front page in ${language}, at both sizes`, async ({
    page,
  }) => {
    await page.addInitScript((lang) => localStorage.setItem("lang", lang), language);
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const viewport of [{ width: 1440, height: 900 }, phone]) {
      await page.setViewportSize(viewport);
      await page.goto(`/?lang=${language}`);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.getByRole("tab", { selected: true })).toBeVisible();
      await accessible(page);
    }
  });
}
