// The search in the top bar: reached by keys, it leads to courses, people, questions and pages; late answers are dropped.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

async function open(page: Page, school: School, who: "admin" | "editor") {
  const caller = await new Caller(school.url).signIn(`${who}@preau.test`, password);
  await enter(page, caller);
  await page.goto("/dashboard/accueil");
  // Keys are heard once the page is there.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page.getByRole("combobox", { name: "Rechercher dans le tableau de bord" });
}

test("keys lead to the search, and from there to a course, without case or accents", async ({
  page,
  school,
}) => {
  const box = await open(page, school, "editor");
  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  const [course] = await new Caller(school.url)
    .ok("GET", "/courses?language=it&page=1&size=1")
    .then(({ items }) => items);
  await page.keyboard.type(course.name.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase());
  const list = page.getByRole("listbox");
  await expect(list.getByRole("group", { name: "Cours" })).toContainText(course.name);
  await accessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/dashboard/course/edit/${course.id}$`));
  await expect(list).toHaveCount(0);
});

test("an administrator finds people, an editor does not; both find pages they may open", async ({
  page,
  school,
}) => {
  const box = await open(page, school, "admin");
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await page.keyboard.type("benali");
  await expect(page.getByRole("option", { name: /Karim Benali/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/user-management\?q=karim\.benali%40preau\.test$/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await box.fill("statistiques");
  await page.getByRole("option", { name: "Statistiques" }).click();
  await expect(page).toHaveURL(/\/dashboard\/stats$/);
});

test("an editor finds questions and pages, no people and no administrator’s pages", async ({
  page,
  school,
}) => {
  const box = await open(page, school, "editor");
  await box.fill("benali");
  await expect(page.getByText("Rien ne correspond à « benali ».")).toBeVisible();
  await accessible(page);
  await box.fill("statistiques");
  await expect(page.getByText("Rien ne correspond à « statistiques ».")).toBeVisible();
  const [entry] = await new Caller(school.url).ok("GET", "/faq");
  await box.fill(entry.question.slice(0, 24));
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: entry.question }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/faq/edit/${entry.id}$`));
  await box.fill("liste des cours");
  await expect(page.getByRole("group", { name: "Pages" }).getByRole("option")).toHaveText(
    /Liste des cours/,
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(box).toHaveValue("liste des cours");
  await page.keyboard.press("Escape");
  await expect(box).toHaveValue("");
});

test("an answer that comes too late is not shown", async ({ page, school }) => {
  const box = await open(page, school, "admin");
  const { promise: later, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/users?q=arnaud*", async (route) => {
    await later;
    await route.continue().catch(() => null);
  });
  await box.fill("arnaud");
  await expect(page.getByText("Recherche…")).toBeVisible();
  await box.fill("benali");
  await expect(page.getByRole("option", { name: /Karim Benali/ })).toBeVisible();
  release();
  await expect(page.getByRole("option")).toHaveCount(1);
  await expect(page.getByRole("option", { name: /Arnaud/ })).toHaveCount(0);
});

test("Enter that is pressed too early opens the first of what comes", async ({ page, school }) => {
  await open(page, school, "admin");
  const { promise: later, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/courses?q=benali*", async (route) => {
    await later;
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("benali");
  await expect(page.getByRole("option", { name: /Karim Benali/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/accueil$/);
  release();
  await expect(page).toHaveURL(/user-management\?q=karim\.benali%40preau\.test$/);
});

test.describe("when a part of it fails", () => {
  test.use({ expectedFailures: [/^500 GET \/api\/courses/] });

  test("the rest is shown, and the part is asked for again", async ({ page, school }) => {
    const box = await open(page, school, "admin");
    let broken = true;
    await page.route("**/api/courses?q=*", (route) =>
      broken
        ? route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } })
        : route.continue(),
    );
    await box.fill("cours");
    await expect(page.getByRole("option", { name: "Liste des cours" })).toBeVisible();
    await expect(page.getByText("Une partie des résultats manque.")).toBeVisible();
    await accessible(page);
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByText("Une partie des résultats manque.")).toHaveCount(0);
  });
});

test("on a phone a button opens it over the bar, Escape gives the focus back", async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await open(page, school, "editor");
  await expect(box).toBeHidden();
  const button = page.getByRole("button", { name: "Ouvrir la recherche" });
  await button.click();
  await expect(box).toBeFocused();
  await page.keyboard.type("italien");
  await expect(page.getByRole("option").first()).toBeVisible();
  await accessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
  await expect(button).toBeFocused();
});
