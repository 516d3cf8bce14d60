// The questions: found, opened, read by category, and a way on when the answer is not there.
import type { Page } from "@playwright/test";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test, withoutServerRendering } from "./support/test.ts";

const question = (page: Page, text: string) => page.locator("details").filter({ hasText: text });
const topics = (page: Page) => page.getByRole("navigation", { name: "Thèmes des questions" });

test("a question opens by keyboard, several stay open, and an address leads to one", async ({
  page,
}) => {
  await page.goto("/faq");
  await expect(page).toHaveTitle(/^Questions fréquentes · /);
  const first = question(page, "Combien d’élèves y a-t-il par groupe ?");
  await first.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(first.getByText(/^De 3 à 10 en classe\./)).toBeVisible();
  const second = question(page, "Puis-je ne prendre qu’un module ?");
  await second.locator("summary").click();
  await expect(first).toHaveAttribute("open", "");
  await expect(second).toHaveAttribute("open", "");

  const id = await second.getAttribute("id");
  await page.goto("/");
  await page.goto(`/faq#${id}`);
  await expect(second).toHaveAttribute("open", "");
  await expect(second.locator("summary")).toBeFocused();
  await expect(second).toBeInViewport();
  await expect(first).not.toHaveAttribute("open", "");
});

test("the table of contents leads to a category and follows the scroll", async ({ page }) => {
  await page.goto("/faq");
  const link = topics(page).getByRole("link", { name: /Le paiement/ });
  await link.click();
  await expect(page.getByRole("heading", { name: /^Le paiement/ })).toBeInViewport();
  await expect(link).toHaveAttribute("aria-current", "location");
  await page.mouse.wheel(0, -5000);
  await expect(topics(page).getByRole("link").first()).toHaveAttribute("aria-current", "location");
});

test("a reader gets the questions in their language, and is told in which the others are", async ({
  page,
}) => {
  await page.goto("/faq?lang=en");
  const translated = question(page, "Can I take just one module?");
  await expect(translated.getByText(/^in /)).toHaveCount(0);
  await translated.locator("summary").click();
  await expect(translated.locator("[lang=en]").last()).toContainText("tick those you need");
  const other = question(page, "Comment connaître mon niveau ?");
  await expect(other.getByText("in French", { exact: true })).toBeVisible();
  await expect(other.locator("h3")).toHaveAttribute("lang", "fr");
  await accessible(page);

  await page.getByRole("searchbox").fill("textbook");
  await expect(page.locator("mark")).toHaveText("textbook");
  await page.getByRole("searchbox").fill("manuel");
  await expect(page.getByText(/No question/)).toBeVisible();

  await page.goto("/faq?lang=it");
  await expect(question(page, "Posso seguire un solo modulo?")).toBeVisible();
});

test("a search stands in the address, survives a reload and offers the form when it finds nothing", async ({
  page,
}) => {
  await page.goto("/faq");
  const field = page.getByRole("searchbox", { name: "Chercher dans les questions" });
  await field.pressSequentially("eleves");
  await expect(page).toHaveURL(/\?q=eleves$/);
  await expect(field).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: /réponse/ })).toBeVisible();
  await expect(page.locator("mark").first()).toHaveText("élèves");
  await page.reload();
  await expect(field).toHaveValue("eleves");
  await field.fill("xylophone");
  await expect(page.getByText("Aucune question ne parle de « xylophone ».")).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Poser votre question" }).click();
  await expect(page.getByLabel("Votre message")).toBeInViewport();
});

test("questions that are on their way, missing or unreachable look different", async ({
  page,
  expectedFailures,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await withoutServerRendering(page);
  await page.route("**/api/faq?lang=fr", async (route) => {
    await held;
    await route.fulfill({ json: [] });
  });
  await page.goto("/faq");
  await expect(page.locator('[aria-busy="true"]').getByText("Chargement…")).toBeAttached();
  release();
  await expect(page.getByText("Les premières questions arrivent bientôt.")).toBeVisible();
  await page.unroute("**/api/faq?lang=fr");

  expectedFailures.push(/^500 GET \/api\/faq/);
  await withoutServerRendering(page);
  await page.route("**/api/faq?lang=fr", (route) =>
    route.fulfill({ status: 500, json: { code: "internal" } }),
  );
  await page.reload();
  const failure = page.getByRole("alert").filter({ hasText: "n’ont pas pu être chargées" });
  await expect(failure).toBeVisible({ timeout: 20_000 });
  await accessible(page);
  await page.unroute("**/api/faq?lang=fr");
  await failure.getByRole("button", { name: "Réessayer" }).click();
  await expect(question(page, "Combien d’élèves y a-t-il par groupe ?")).toBeVisible();
});

test("machines find nothing to object to in any language", async ({ page }) => {
  await accessibleEverywhere(page, "/faq", async () => {
    await page.locator("summary").first().click();
  });
});
