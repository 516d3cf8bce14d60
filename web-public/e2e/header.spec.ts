// The header: one line for every role in every language, as soon as there is a top bar.
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const LINE = 75; // pixels: the bar with its lower edge

for (const who of [undefined, "student", "editor", "admin"]) {
  test(`the header of ${who ?? "a visitor"} is one line`, async ({ page, school }) => {
    if (who) {
      const caller = await new Caller(school.url).signIn(`${who}@preau.test`, password);
      await enter(page, caller);
    }
    await page.goto("/accessibilite");
    if (who) await expect(page.getByRole("button", { name: /^Compte de / })).toBeVisible();
    for (const language of ["fr", "en", "it", "zh"]) {
      await page.evaluate((chosen) => localStorage.setItem("lang", chosen), language);
      await page.goto(`/accessibilite?lang=${language}`);
      for (const width of [992, 1024, 1180, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const row = page
          .getByRole("banner")
          .locator("div")
          .filter({ has: page.locator("> nav") });
        const seen = await row.evaluate((row) => ({
          height: row.getBoundingClientRect().height,
          wide: document.documentElement.scrollWidth > innerWidth,
        }));
        expect(seen.wide, `${language} ${width}`).toBe(false);
        expect(seen.height, `${language} ${width}`).toBeLessThanOrEqual(LINE);
      }
    }
  });
}
