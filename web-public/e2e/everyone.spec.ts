// For everyone: every page and dialog in every language, on a phone and on a desk; and nothing is lost in 320 pixels or
// with letters twice the size.
import type { Browser, Page } from "@playwright/test";
import { lostText } from "./support/lost.ts";
import { proposalViews } from "./support/proposalViews.ts";
import { expect, faultsOfAxe, test } from "./support/test.ts";
import { type Language, languages, saying } from "./support/texts.ts";
import { allViews, show, studentSession, type View } from "./support/views.ts";

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const least = { width: 320, height: 640 };

test.describe.configure({ timeout: 600_000 });

/** Opens each view once and collects what `look` finds wrong with it. */
async function walk(
  browser: Browser,
  url: string,
  language: Language,
  look: (page: Page, view: View) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  const session = await studentSession(url);
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: "reduce",
    timezoneId: "Europe/Paris",
  });
  await context.addCookies([{ name: "lang", value: language, url }]);
  await context.addInitScript((lang) => localStorage.setItem("lang", lang), language);
  // One tab for all: each new one would start a process and compile the scripts again.
  const tab = await context.newPage();
  const { customer } = await proposalViews(url);
  for (const view of [...(await allViews(url)), ...customer]) {
    const size = view.above ? desk : phone;
    const page = view.after ? await context.newPage() : tab; // a clock that was moved stays so
    await show(page, view, { size, session, say: saying(language) });
    found.push(...(await look(page, view)).map((fault) => `${view.name}, ${fault}`));
    if (page !== tab) await page.close();
  }
  await context.close();
  return found;
}

/** What is wrong in one size, where the view exists in it. */
async function at(
  page: Page,
  view: View,
  size: typeof phone,
  look: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  if (size.width > (view.below ?? 9999) || size.width < (view.above ?? 0)) return [];
  await page.setViewportSize(size);
  return (await look(page)).map((fault) => `${size.width} pixels: ${fault}`);
}

/** What no reader should meet: a broken rule; words or controls lost in 320 pixels or with letters twice the size. */
async function faultsOf(page: Page, view: View, language: Language): Promise<string[]> {
  // What breaks a rule in one size alone (colours, sizes of controls, what is hidden) does so in every language.
  const sizes = language === "fr" || view.below || view.above ? [phone, desk] : [phone];
  const faults: string[] = [];
  for (const size of sizes) faults.push(...(await at(page, view, size, faultsOfAxe)));
  faults.push(...(await at(page, view, least, lostText)));
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const large = [
    ...(await at(page, view, phone, lostText)),
    ...(await at(page, view, desk, lostText)),
  ];
  return [...faults, ...large.map((fault) => `large, ${fault}`)];
}

for (const language of languages) {
  test(`every page and dialog is for everyone: ${language}`, async ({ browser, school }) => {
    const look = (page: Page, view: View) => faultsOf(page, view, language);
    expect(await walk(browser, school.url, language, look)).toEqual([]);
  });
}
