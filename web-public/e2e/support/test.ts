import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { School } from "./school.ts";

type Fixtures = {
  school: School;
  /** Answers that a test expects to fail; anything else that fails fails the test. */
  expectedFailures: RegExp[];
};

/** A demo school for each test; a page on which a script error, a CSP violation or a failed request fails the test. */
export const test = base.extend<Fixtures>({
  school: async ({}, use) => {
    const school = await School.open();
    await use(school);
    await school.close();
  },
  expectedFailures: async ({}, use) => {
    await use([]);
  },
  baseURL: async ({ school }, use) => {
    await use(school.url);
  },
  page: async ({ page, expectedFailures }, use) => {
    const faults: string[] = [];
    watch(page, faults, expectedFailures);
    waitForHydration(page);
    await use(page);
    expect(faults, "faults on the page").toEqual([]);
  },
});

export { expect };

/** Notes what a visitor would not see but should never happen. */
export function watch(page: Page, faults: string[], expected: RegExp[] = []): void {
  page.on("pageerror", (error) => faults.push(`script: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    const awaited = [/Failed to load resource/, ...expected].some((pattern) => pattern.test(text));
    if (message.type() === "error" && !awaited) faults.push(`console: ${text}`);
  });
  page.on("response", (response) => {
    const line = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`;
    if (response.status() >= 400 && !expected.some((pattern) => pattern.test(line)))
      faults.push(line);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // A request given up because the page was left is nobody's fault.
    if (why === "net::ERR_ABORTED" || expected.some((pattern) => pattern.test(why))) return;
    faults.push(`${why} ${request.url()}`);
  });
}

/** Requests a page until it has the expected content: the rendering program may still be loading. */
export const answered = (request: APIRequestContext, path: string) =>
  expect.poll(async () => (await request.get(path)).text(), { message: path, timeout: 30_000 });

/** A server-rendered page is visible before hydration; tests act only after it. */
function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...address) => {
    const response = await goto(...address);
    await hydrated(page);
    return response;
  };
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    window.dispatchEvent(new Event("pointermove")); // the visitor's first sign
    const main = document.getElementById("main");
    return !document.getElementById("server-rendered") || Object.keys(main ?? {}).length > 0;
  });
}

/** Removes the server-rendered content from the pages, so that the browser requests everything from the API. */
export async function withoutServerRendering(page: Page): Promise<void> {
  await page.route("**", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    const body = html.replace(
      /<div id="root">.*<\/div>\s*<script type="application\/json" id="server-rendered">.*?<\/script>/s,
      '<div id="root"></div>',
    );
    await route.fulfill({ response, body });
  });
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The rules of WCAG 2.2 AA that a machine can check and that the page breaks. */
export async function faultsOfAxe(page: Page, without: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([values, without]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: "tag", values },
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        // Describing every element that breaks no rule takes as long as finding those that do.
        resultTypes: ["violations"],
      });
      return violations.map(
        (rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(" ")).join(", ")}`,
      );
    },
    [RULES, without] as const,
  );
}

export async function accessible(page: Page): Promise<void> {
  expect(await faultsOfAxe(page)).toEqual([]);
}
