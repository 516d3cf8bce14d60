// Going through a page without a mouse.
import { expect, type Page } from "@playwright/test";

/** How the focused element would be read out, near enough. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return "";
    const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const names = [
      element.getAttribute("aria-label"),
      ...ids.map((id) => document.getElementById(id)?.textContent),
      ...[...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
      element.textContent,
    ];
    return names.filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
  });
}

/** Tabs on until something of this name has the focus, which must be visible. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 90; steps += 1) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (name.test(now)) {
      await expect(page.locator(":focus")).toBeInViewport();
      return;
    }
    passed.push(now);
  }
  throw new Error(`${name} is not reached by Tab: ${passed.join(" → ")}`);
}

export async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

export async function choose(page: Page, name: RegExp, search: string): Promise<void> {
  await type(page, name, search);
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}
