import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
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
    if (why !== "net::ERR_ABORTED") faults.push(`${why} ${request.url()}`);
  });
}

/** The rules of WCAG 2.2 AA that a machine can check and that the page breaks. */
export async function faultsOfAxe(page: Page, without: string[] = []): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .disableRules(without)
    .setLegacyMode() // there are no frames to look into, and it is twice as fast
    .analyze();
  return found.violations.map(
    (rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
}

export async function accessible(page: Page): Promise<void> {
  expect(await faultsOfAxe(page)).toEqual([]);
}
