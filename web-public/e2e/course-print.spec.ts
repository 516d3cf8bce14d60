// A course on paper: its text alone, over the whole width.
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { idOf } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test("a printed course has no panel, and no empty column in its place", async ({
  page,
  school,
}) => {
  const admin = await new Caller(school.url).signIn("admin@preau.test", password);
  const course = await idOf(admin, "Chiacchierare, parler de soi");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/online-course-details?id=${course}`);
  const objectives = page.locator("#objectives");
  await expect(objectives).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "S’inscrire au cours" })).toBeHidden();
  const box = await objectives.boundingBox();
  expect(box?.width ?? 0).toBeGreaterThan(1200);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});
