// The first view of public pages comes painted by the server: there without JavaScript, taken over without a jump.
import { expect, test } from "./support/test.ts";

/** Asks until the painter has read its program. */
async function ready(request: import("@playwright/test").APIRequestContext) {
  const painted = async () => (await request.get("/")).text();
  await expect.poll(painted, { timeout: 30_000 }).toContain('id="painted"');
}

test("without JavaScript, home, list, course and questions are there to read", async ({
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

test("the browser takes a painted page over without asking again and without a jump", async ({
  page,
  request,
}) => {
  await ready(request);
  const asked: string[] = [];
  page.on("request", (one) => {
    const { pathname } = new URL(one.url());
    if (/^\/api\/(courses|teachers|faq)/.test(pathname)) asked.push(pathname);
  });
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
  for (const path of ["/", "/courses?language=Italien", "/online-course-details?id=1", "/faq"]) {
    await page.goto(path);
    await page
      .getByRole("link", { name: /plan|menu|contact/i })
      .first()
      .waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => Reflect.get(window, "shift")), path).toBeLessThan(0.02);
  }
  expect(asked).toEqual([]);
});

test("the painted page speaks the visitor's language and has letters of their size", async ({
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
