// All that is taught as one tree: found at every level, edited where it stands.
import type { Page } from "@playwright/test";
import { Caller } from "./support/api.ts";
import { atLesson, EDITOR, type Titled } from "./support/content.ts";
import { demoStudent, subscriptionOf } from "./support/learner.ts";
import { password } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

test("the tree finds titles at every level, and lines are renamed, moved and deleted by keyboard", async ({
  page,
  school,
}) => {
  test.slow();
  const { editor, moduleId, chapter, lessons } = await atLesson(page, school);
  await page.goto("/dashboard/academic-content");
  await page.getByRole("searchbox").fill("guichet");
  const lesson = page.getByRole("treeitem", { name: "Le guichet", exact: true });
  await expect(lesson).toBeVisible({ timeout: 60_000 });
  await expect(lesson.locator("mark")).toHaveText("guichet");
  await expect(page.getByText(/titres? trouvés?$/)).toBeVisible({ timeout: 60_000 });
  await accessible(page);
  await lesson.focus();
  await page.keyboard.press("F2");
  const title = page.getByRole("textbox", { name: "Titre" });
  await expect(title).toBeFocused();
  await title.fill("Au guichet numéro 3");
  await page.keyboard.press("Enter");
  const renamed = page.getByRole("treeitem", { name: "Au guichet numéro 3" });
  await expect(renamed).toBeFocused();
  expect(await editor.ok("GET", `/chapter-lessons/${lessons[1]?.id}`)).toMatchObject({
    title: "Au guichet numéro 3",
    content: "<p>Le guichet.</p>",
  });
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("treeitem", { name: "À la poste" })).toBeFocused();
  await expect(page.locator(":focus").getByRole("link")).toHaveAttribute(
    "href",
    new RegExp(`module=${moduleId}&chapter=${chapter.id}$`),
  );

  await page.getByRole("searchbox").fill("");
  await expect(page.getByRole("treeitem", { name: "À la poste" })).toHaveCount(0);
  await unfold(page, lessons);
  const first = page.getByRole("treeitem", { name: "Le timbre" });
  await first.focus();
  await page.keyboard.press("Alt+ArrowDown");
  const order = async () =>
    ((await editor.ok("GET", `/chapter-lessons/chapter/${chapter.id}`)) as Titled[])[0]?.title;
  await expect.poll(order).toBe("Au guichet numéro 3");
  await expect(first).toBeFocused();
  await page.keyboard.press("Delete");
  await page
    .getByRole("dialog", { name: "Supprimer cette leçon ?" })
    .getByRole("button", { name: "Supprimer", exact: true })
    .click();
  await expect(first).toHaveCount(0);
  await expect(renamed).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`lesson=${lessons[1]?.id}$`));
  await expect(page.getByText("Aucune ressource pour cette leçon.")).toBeVisible();
});

/** By keyboard alone, from the course of the demo student to its last chapter. */
async function unfold(page: Page, [lesson]: Titled[]): Promise<void> {
  const { courseName, modules } = await subscriptionOf(
    await demoStudent(new URL(page.url()).origin),
    "ACTIVE",
  );
  await page.getByRole("treeitem", { name: courseName }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("treeitem", { name: modules.at(-1)?.title ?? "" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("treeitem", { name: "À la poste" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("treeitem", { name: lesson?.title ?? "" })).toBeVisible();
}

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(EDITOR, password));
  for (const path of ["academic-content", "course/modules/1"]) {
    await accessibleEverywhere(page, `/dashboard/${path}`, async () => {
      await expect(page.getByRole("treeitem").or(page.getByRole("tab")).first()).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    });
  }
});
