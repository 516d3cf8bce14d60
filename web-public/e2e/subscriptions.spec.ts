// "Mes cours souscrits": three tabs, what each card says and opens; waiting, failed and empty.
import { Caller, register } from "./support/api.ts";
import { password } from "./support/school.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const STUDENT = "student@preau.test";

test("a student finds what is under way, complete and over", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(STUDENT, password));
  await page.goto("/profile/subscriptions");
  await expect(page).toHaveTitle(/^Mes cours souscrits/);
  const card = page.getByRole("article");
  await expect(card).toContainText(/Souscrit le \d+/);
  await expect(card.getByRole("progressbar")).toHaveAccessibleName(/sur les modules sélectionnés/);
  await expect(card.getByRole("link", { name: /^Continuer/ })).toHaveAttribute(
    "href",
    /\/courses-modules\?id=\d+&modules=\d+,\d+,\d+&subscriptionId=\d+/,
  );
  await accessible(page);

  await page.getByRole("tab", { name: "Actives" }).press("ArrowRight");
  await expect(page).toHaveURL(/tab=completed/);
  await expect(card.getByRole("progressbar")).toHaveAccessibleName(/100.*sur l'ensemble du cours/);
  await expect(card.getByRole("link", { name: /^Voir le cours/ })).toBeVisible();

  await page.getByRole("tab", { name: "Expirées" }).click();
  await expect(card).toContainText("Tous les modules du cours");
  await expect(card.getByRole("button", { name: "Continuer" })).toBeDisabled();
  await expect(card).toContainText(/Accès terminé le \d+/);
  await accessible(page);
});

test.describe("without any", () => {
  test.use({ expectedFailures: [/^500 GET \/api\/subscriptions\/user/] });

  test("each tab says so; before that it waits, or fails with a way to try again", async ({
    page,
    school,
  }) => {
    await enter(page, await register(school.url, "nina.sans@exemple.test"));
    let broken = true;
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/subscriptions/user/*", async (route) => {
      await late;
      if (!broken) return route.continue();
      return route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } });
    });
    await page.goto("/profile/subscriptions");
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(1);
    release();
    await expect(page.getByText("Vos souscriptions n'ont pas pu être chargées.")).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    for (const [tab, none] of [
      ["Actives", "Aucune souscription actives."],
      ["Complétées", "Aucune souscription complétées."],
      ["Expirées", "Aucune souscription expirées."],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByText(none)).toBeVisible();
    }
    await accessible(page);
  });
});
