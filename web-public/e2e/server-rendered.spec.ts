// The first view of public pages is server-rendered: readable without JavaScript, hydrated without a layout shift.
import type { APIRequestContext, Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { until } from "./support/ports.ts";
import { password } from "./support/school.ts";
import { answered, expect, hydrated, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

/** Delays the scripts of the site until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/static/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Waits until the rendering program is loaded. */
async function ready(request: APIRequestContext) {
  await answered(request, "/").toContain('id="server-rendered"');
}

/** Sums up how far the parts of a page have jumped, in `window.shift`. */
async function sumShifts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, {
          shift: Reflect.get(window, "shift") + Reflect.get(entry, "value"),
        });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shifts = (page: Page) => page.evaluate<number>(() => Reflect.get(window, "shift"));

test("without JavaScript, home, list, course and questions are readable", async ({
  browser,
  baseURL,
  request,
}) => {
  await ready(request);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  for (const [path, link] of [
    ["/", "/home/team"],
    ["/courses?language=Anglais&type=ONLINE", "/cours/"],
    ["/online-course-details?id=1", "#programme"],
    ["/faq", "/contacts"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(`a[href*="${link}"]`).first(), path).toBeAttached();
  }
  await context.close();
});

test("hydration requests no data again and shifts no layout", async ({ page, request }) => {
  await ready(request);
  const asked: string[] = [];
  page.on("request", (one) => {
    const { pathname } = new URL(one.url());
    if (/^\/api\/(courses|teachers|faq|certificates)/.test(pathname)) asked.push(pathname);
  });
  await sumShifts(page);
  const paths = [
    "/",
    "/courses?language=Italien",
    "/online-course-details?id=1",
    "/faq",
    "/verifier",
  ];
  for (const path of paths) {
    await page.goto(path);
    await page
      .getByRole("link", { name: /plan|menu|contact/i })
      .first()
      .waitFor();
    await page.waitForLoadState("networkidle");
    expect(await shifts(page), path).toBeLessThan(0.02);
  }
  expect(asked).toEqual([]);
});

test("the page stays where it is when its letters come late", async ({ page, request }) => {
  await ready(request);
  await sumShifts(page);
  for (const path of ["/", "/courses?language=Italien", "/online-course-details?id=1", "/faq"]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
    resolve();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    expect(await shifts(page), path).toBeLessThan(0.02);
    await page.unroute("**/*.woff2");
  }
});

test("a server-rendered page has the visitor’s language and font size", async ({
  page,
  request,
}) => {
  await ready(request);
  await page.goto("/faq?lang=it");
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
  await page.evaluate(() => {
    localStorage.setItem("fontSize", "100");
  });
  const cookies = { Cookie: "lang=it; fontSize=100" };
  const html = await (await request.get("/faq", { headers: cookies })).text();
  expect(html).toContain('<html lang="it" style="font-size:200%"');
  await page.goto("/contacts");
  await expect(page.locator("html")).toHaveAttribute("lang", "it");
});

test("scripts load after the first paint, and signed-in users see no sign-in button", async ({
  page,
  school,
}) => {
  await ready(page.request);
  await enter(page, await new Caller(school.url).signIn("student@preau.test", password));
  await page.goto("/faq");
  const [seen, first] = await page.evaluate(() => {
    const scripts = performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\.js$/.test(name));
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return [paint?.startTime ?? Number.NaN, scripts[0]?.startTime ?? 0] as const;
  });
  expect(first).toBeGreaterThan(seen);

  const release = await holdScripts(page);
  const opened = page.goto("/contacts");
  const login = page.getByRole("button", { name: "Se connecter", includeHidden: true });
  await expect(login).toHaveCount(1);
  await expect(login).toBeHidden();
  release();
  await opened;
  await expect(page.getByRole("button", { name: /^Compte de/ })).toBeVisible();
});

test("scrolling before the scripts load is kept, and a later visit begins at the top", async ({
  page,
  request,
}) => {
  await ready(request);
  const height = () => page.evaluate(() => window.scrollY);
  const release = await holdScripts(page);
  const opened = page.goto("/courses?language=Italien");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 300));
  release();
  await opened;
  await page.waitForLoadState("networkidle");
  expect(await height()).toBe(300);
  await page.goto("/faq");
  await page.goto("/courses?language=Anglais");
  await page.waitForLoadState("networkidle");
  expect(await height()).toBe(0);
});

test("a page at rest has fetched the libraries only, and starts at the visitor’s first sign", async ({
  browser,
  baseURL,
  request,
}) => {
  await ready(request);
  for (const path of ["/", "/courses?language=Italien", "/online-course-details?id=1", "/faq"]) {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (one) => asked.push(new URL(one.url()).pathname));
    const scripts = () => asked.filter((name) => name.endsWith(".js"));
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(scripts(), path).toEqual([expect.stringContaining("/framework-")]);
    await page.mouse.move(300, 300);
    await hydrated(page);
    expect(scripts().length, path).toBeGreaterThan(2);
    expect(asked.filter((name) => name.includes("/i18n/"))).toEqual([]);
    await context.close();
  }
});

test("the largest content of the front page is words", async ({ page, request }) => {
  await ready(request);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    const largest = await page.evaluate(
      () =>
        new Promise((done) => {
          new PerformanceObserver((seen) => {
            const element: unknown = Reflect.get(seen.getEntries().at(-1) ?? {}, "element");
            done(element instanceof Element && element.tagName);
          }).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
    expect(largest, `${width} pixels`).toMatch(/^(H1|P)$/);
  }
});

test("a page brings its own texts; others come with the page or the dialog that shows them", async ({
  page,
  request,
}) => {
  await ready(request);
  const asked: string[] = [];
  page.on("request", (one) => {
    if (one.url().includes("/i18n/")) asked.push(new URL(one.url()).pathname);
  });
  await page.goto("/faq?lang=it");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Accedere" }).click();
  await expect(page.getByRole("dialog").getByLabel("Password", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("contentinfo").getByRole("link", { name: "Impostazioni" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Impostazioni" })).toBeVisible();
  expect(asked).toEqual(["/assets/i18n/it.json"]);
});

test("a menu opens before the scripts load, and is the same one after", async ({
  page,
  request,
}) => {
  await ready(request);
  const release = await holdScripts(page);
  const opened = page.goto("/faq");
  const menu = (name: string) => page.getByRole("button", { name, exact: true });
  const entry = (name: string) => page.getByRole("banner").getByRole("link", { name });
  const language = page.getByRole("banner").getByRole("button", { name: "Italiano" });
  await menu("Cours").click();
  await expect(entry("Italien")).toBeVisible();
  await menu("Langue de l’interface : Français").click();
  await expect(language).toBeVisible();
  await expect(entry("Italien")).toBeHidden();
  await menu("Cours").click();
  release();
  await opened;
  await expect(menu("Cours")).toHaveAttribute("aria-expanded", "true");
  await expect(entry("Italien")).toBeVisible();
  await expect(language).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(entry("Italien")).toBeHidden();
});

test("input and clicks before the scripts load are replayed", async ({ page, request, school }) => {
  await ready(request);
  const release = await holdScripts(page);
  const opened = page.goto("/contacts");
  await page.getByLabel("Votre nom").fill("Jeanne Morel");
  await page.getByLabel("Votre e-mail").fill("jeanne.morel@exemple.test");
  await page.getByLabel("Votre message").fill("Bonjour à tous");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Envoyer" }).click();
  release();
  await opened;
  const letter = await until("the letter", () => school.mailbox.mails[0]);
  expect(letter.text).toContain("Bonjour à tous");
});
