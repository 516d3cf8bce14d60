// The school in figures: sums, charts with a table behind them, the period in the address; for administrators alone.
import { readFile } from "node:fs/promises";
import { Caller } from "./support/api.ts";
import { password } from "./support/school.ts";
import { accessibleEverywhere } from "./support/sizes.ts";
import { accessible, expect, test } from "./support/test.ts";
import { enter } from "./support/visitor.ts";

const ADMIN = "admin@preau.test";
const EDITOR = "editor@preau.test";

test("the figures are those of the server, and the chart has a table behind it", async ({
  page,
  school,
}) => {
  const admin = await new Caller(school.url).signIn(ADMIN, password);
  const stats = await admin.ok("GET", "/stats");
  expect(stats.sales.bookings).toBeGreaterThan(20);
  await enter(page, admin);
  await page.goto("/dashboard/accueil");
  await page.getByRole("link", { name: "Statistiques" }).click();
  const sum = (name: string) =>
    page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
  await expect(sum("Réservations payées")).toContainText(String(stats.sales.bookings));
  await expect(sum("Places retenues")).toContainText(String(stats.funnel.opened));
  await expect(page.getByText("La moitié des acheteurs paient en")).toBeVisible();
  await expect(page.locator(".recharts-bar-rectangle path").first()).toBeVisible();
  await accessible(page);
  const toTable = page.getByRole("button", { name: "Voir le tableau" });
  await toTable.press("Enter");
  const weeks = page.getByRole("table", { name: "Ventes par semaine" });
  await expect(weeks.locator("tbody").getByRole("row")).toHaveCount(12);
  await accessible(page);
  await page.getByRole("button", { name: "Voir le graphique" }).click();
  await expect(weeks).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Télécharger en CSV : Ventes par semaine" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("ventes-par-semaine.csv");
  const file = await readFile(await download.path(), "utf8");
  const [header, first, ...others] = file.split("\r\n");
  expect(header).toBe(
    "\uFEFFSemaine du;Chiffre d’affaires net;Remboursé;Payées;Gratuites;Accordées",
  );
  const [week] = stats.weeks;
  const euros = (value: number) => value.toFixed(2).replace(".", ",");
  expect(first).toBe(
    [
      week.monday,
      euros(week.revenue),
      euros(week.refunded),
      week.bookings,
      week.free,
      week.granted,
    ].join(";"),
  );
  expect(others).toHaveLength(11);
});

test("the period is in the address; free dates say what is wrong with them", async ({
  page,
  school,
}) => {
  await enter(page, await new Caller(school.url).signIn(ADMIN, password));
  await page.goto("/dashboard/stats");
  await page.getByText("4 semaines", { exact: true }).click();
  await expect(page).toHaveURL(/period=weeks4/);
  await page.getByRole("button", { name: "Voir le tableau" }).click();
  const weeks = page.getByRole("table", { name: "Ventes par semaine" });
  await expect(weeks.locator("tbody").getByRole("row")).toHaveCount(4);
  await page.getByText("Dates libres", { exact: true }).click();
  const [from, to] = [
    page.getByLabel("Du", { exact: true }),
    page.getByLabel("Au", { exact: true }),
  ];
  await from.fill("01/06/2026");
  await to.fill("14/06/2026");
  await expect(page).toHaveURL(/from=2026-06-01&to=2026-06-14/);
  await expect(page.getByText("Du 1er juin 2026 au 14 juin 2026")).toBeVisible();
  await expect(weeks.locator("tbody").getByRole("row")).toHaveCount(2);
  await page.reload();
  await expect(from).toHaveValue("01/06/2026");
  await to.fill("31/05/2026");
  await expect(
    page.getByText("La date de fin doit être postérieure à la date de début."),
  ).toBeVisible();
  await to.fill("jeudi");
  await expect(page.getByText("Cette date n’est pas valide.")).toBeVisible();
});

test.describe("what the server refuses", () => {
  test.use({ expectedFailures: [/^(422|500) GET \/api\/stats/] });

  test("more than two years is said under the field, and figures that fail are tried again", async ({
    page,
    school,
  }) => {
    await enter(page, await new Caller(school.url).signIn(ADMIN, password));
    await page.goto("/dashboard/stats?period=free&from=2023-01-01&to=2026-01-01");
    await expect(page.getByText("La période peut compter au plus deux ans.").first()).toBeVisible();
    let broken = true;
    await page.route("**/api/stats?*", (route) =>
      broken
        ? route.fulfill({ status: 500, json: { status: 500, code: "internal", message: "" } })
        : route.continue(),
    );
    await page.goto("/dashboard/stats");
    await expect(page.getByRole("alert")).toBeVisible();
    broken = false;
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByRole("heading", { name: "Ventes par semaine" })).toBeVisible();
  });
});

test("who has little time left is linked, and modules show where learners stop", async ({
  page,
  school,
}) => {
  const admin = await new Caller(school.url).signIn(ADMIN, password);
  const { expiring, modules } = await admin.ok("GET", "/stats");
  await enter(page, admin);
  await page.goto("/dashboard/stats");
  const ends = page.getByRole("table", { name: "Accès qui se terminent bientôt" });
  await expect(ends.locator("tbody").getByRole("row")).toHaveCount(expiring.length);
  await expect(ends.getByRole("link", { name: expiring[0].learner })).toHaveAttribute(
    "href",
    /\/dashboard\/sales\/subscriptions/,
  );
  const module = page.getByRole("row").filter({ hasText: modules[0].title }).first();
  await expect(module).toContainText(String(modules[0].opened));
});

test("an editor neither opens the page nor reads the figures", async ({ page, school }) => {
  const editor = await new Caller(school.url).signIn(EDITOR, password);
  await enter(page, editor);
  await page.goto("/dashboard/stats");
  await expect(page).toHaveURL(/\/dashboard\/accueil$/);
  expect((await editor.call("GET", "/stats")).status).toBe(403);
});

test("machines find nothing to object to in any language", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn(ADMIN, password));
  await accessibleEverywhere(page, "/dashboard/stats", async () => {
    await expect(page.locator(".recharts-bar-rectangle path").first()).toBeVisible();
  });
});
